// Questions to the server.

async function answer(response) {
  if (response.ok) return response.json();
  const text = await response.text();
  let message = text;
  try {
    message = JSON.parse(text).error;
  } catch { /* the refusal is plain text */ }
  throw new Error(message || `the server answered ${response.status}`);
}

/** Parameters as they stand in an address; lists repeat their name, empty values are left out. */
export function query(parameters) {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== "") found.append(name, each);
    }
  }
  return found.toString();
}

export async function ask(path, parameters = {}) {
  const text = query(parameters);
  return answer(await fetch(text ? `${path}?${text}` : path));
}

export async function save(pattern) {
  const body = JSON.stringify({ pattern });
  const headers = { "Content-Type": "application/json" };
  return answer(await fetch("/api/collection", { method: "POST", body, headers }));
}

export async function remove(pattern) {
  return answer(await fetch(`/api/collection?${query({ pattern })}`, { method: "DELETE" }));
}
