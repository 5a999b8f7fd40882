// Questions to the server.

async function answer(response) {
  if (response.ok) return response.json();
  const text = await response.text();
  let message = text, field;
  try {
    ({ error: message, field } = JSON.parse(text));
  } catch { /* the refusal is plain text */ }
  throw Object.assign(new Error(message || `the server answered ${response.status}`), { field });
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

/** A change; an error that is about one field of `given` has its name as `field`. */
export async function send(method, path, given) {
  const body = given === undefined ? undefined : JSON.stringify(given);
  const headers = { "Content-Type": "application/json" };
  return answer(await fetch(path, { method, body, headers }));
}

export async function save(pattern) {
  return send("POST", "/api/collection", { pattern });
}

export async function remove(pattern) {
  return send("DELETE", `/api/collection?${query({ pattern })}`);
}
