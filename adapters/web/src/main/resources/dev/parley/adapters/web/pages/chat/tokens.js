// Who one is: in dev mode the server gives a token to whoever asks, otherwise one brings one's own.

const RIGHTS = { "*": ["subscribe", "publish", "manage"] };

/** Whether this server makes tokens. */
export async function devMode() {
  const answer = await fetch("/v1/dev/tokens", { method: "OPTIONS" });
  return answer.ok;
}

/** A user id that fits a name as people write it. @param {string} name */
export function userOf(name) {
  if (/^[A-Za-z0-9][A-Za-z0-9._~@+|:-]{0,59}$/.test(name) && name !== "me") return name;
  let hash = 7;
  for (const c of name) hash = (hash * 31 + /** @type {number} */ (c.codePointAt(0))) >>> 0;
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `${plain || "guest"}-${hash.toString(36)}`;
}

/** @param {string} name @returns {Promise<string>} */
export async function devToken(name) {
  const user = userOf(name);
  const answer = await fetch("/v1/dev/tokens", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ user, name, rooms: RIGHTS, ttlSeconds: 86_400 }),
  });
  if (!answer.ok) throw new Error(`the server gave no token (HTTP ${answer.status})`);
  return (await answer.json()).token;
}

/** What a token says about its user. @param {string} token @returns {{user: string, name: string} | null} */
export function subject(token) {
  try {
    const part = token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/");
    const claims = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(part), (c) => c.charCodeAt(0))));
    return typeof claims.sub === "string" ? { user: claims.sub, name: claims.name ?? claims.sub } : null;
  } catch {
    return null;
  }
}
