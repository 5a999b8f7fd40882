// Numbers for people.

export const whole = (value) => value.toLocaleString("en-US");

export const share = (value) => `${(100 * value).toFixed(value < 0.1 && value > 0 ? 1 : 0)} %`;

export const counted = (value, noun) => `${whole(value)} ${noun}${value === 1 ? "" : "s"}`;

export function seconds(value) {
  if (value < 0.01) return "< 10 ms";
  if (value < 1) return `${Math.round(1000 * value)} ms`;
  return value < 90 ? `${value.toFixed(0)} s` : `${(value / 60).toFixed(0)} min`;
}

export function size(bytes) {
  const units = [[1e9, "GB"], [1e6, "MB"], [1e3, "KB"]];
  for (const [unit, name] of units) {
    if (bytes >= unit) return `${(bytes / unit).toFixed(1)} ${name}`;
  }
  return `${bytes} bytes`;
}
