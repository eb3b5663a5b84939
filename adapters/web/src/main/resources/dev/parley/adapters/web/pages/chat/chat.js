// The page: a door, and behind it a room. The address carries the room, so that it can be sent to somebody.
import { Room } from "./room.js";
import { devMode, devToken, subject, userOf } from "./tokens.js";

const part = (id) => /** @type {any} */ (document.getElementById(id));
const ROOM = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/;

/** @type {Room | null} */
let open = null;
let dev = true;
let renewing = false;

/** Storage may be refused; the page works without. @param {Storage} store @param {string} key @param {string} [value] */
function kept(store, key, value) {
  try {
    if (value === undefined) return store.getItem(key) ?? "";
    store.setItem(key, value);
  } catch {
    // Nothing is kept then.
  }
  return "";
}

const roomOfAddress = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
};

function problem(text, field) {
  part("door-problem").textContent = text;
  part("door-problem").hidden = text === "";
  for (const id of ["name", "token", "room"]) part(id).setAttribute("aria-invalid", String(id === field));
  if (field) part(field).focus();
}

function showDoor() {
  document.body.dataset.view = "door";
  document.body.dataset.phase = "idle";
  document.title = "Parley";
  part("name-part").hidden = !dev;
  part("token-part").hidden = dev;
  part("room-part").hidden = renewing;
  part("go").textContent = renewing ? "Go on" : "Enter";
  part("name").value ||= kept(sessionStorage, "parley.name") || kept(localStorage, "parley.name");
  part("room").value = roomOfAddress() || part("room").value || recentRooms()[0] || "lobby";
  part("rooms").replaceChildren(...recentRooms().map((room) => new Option(room)));
  (dev ? (part("name").value ? part("room") : part("name")) : part("token")).focus();
}

const recentRooms = () => kept(localStorage, "parley.rooms").split(" ").filter(Boolean);

function remember(name, room) {
  kept(sessionStorage, "parley.name", name);
  kept(localStorage, "parley.name", name);
  kept(localStorage, "parley.rooms", [room, ...recentRooms().filter((other) => other !== room)].slice(0, 8).join(" "));
}

/** @returns {{user: string, name: string, token: any} | null} */
function whoEnters() {
  if (dev) {
    const name = part("name").value.trim();
    if (!name) problem("Please say who you are.", "name");
    return name ? { user: userOf(name), name, token: () => devToken(name) } : null;
  }
  const token = part("token").value.trim() || kept(sessionStorage, "parley.token");
  const who = subject(token);
  if (!who) problem("This is no token: it has three parts with dots between them, and names a user.", "token");
  else kept(sessionStorage, "parley.token", token);
  return who && { ...who, token };
}

function enter() {
  problem("");
  const room = part("room").value.trim().replace(/^#/, "");
  const who = whoEnters();
  if (!who) return;
  if (!ROOM.test(room)) {
    problem("A room’s name has letters, digits and . _ ~ - and begins with a letter or a digit.", "room");
    return;
  }
  part("token").value = "";
  if (renewing && open) {
    renewing = false;
    open.client.setToken(who.token);
    document.body.dataset.view = "chat";
    return;
  }
  remember(who.name, room);
  if (roomOfAddress() !== room) history.pushState(null, "", `#${room}`);
  openRoom(room, who);
}

function openRoom(room, who) {
  open?.close();
  part("title").textContent = room;
  part("me").textContent = `as ${who.name}`;
  document.body.dataset.view = "chat";
  document.title = `#${room} · Parley`;
  open = new Room(room, who, { tokenRefused: () => !dev && refused() });
  part("text").focus();
}

function refused() {
  renewing = true;
  showDoor();
  problem("The server does not accept the token any more. With another one you go on where you were.", "token");
}

function leave() {
  open?.close();
  open = null;
  renewing = false;
  problem("");
  showDoor();
}

function grow() {
  const text = part("text");
  text.style.height = "auto";
  text.style.height = `${Math.min(text.scrollHeight + 2, 160)}px`;
  const left = text.maxLength - text.value.length;
  part("left").hidden = left > 400;
  part("left").value = `${left} characters left`;
}

function say() {
  const text = part("text").value.trim();
  if (text === "" || !open?.say(text)) return;
  part("text").value = "";
  grow();
}

part("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  enter();
});
part("say").addEventListener("submit", (event) => {
  event.preventDefault();
  say();
  part("text").focus();
});
part("text").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  say();
});
part("text").addEventListener("input", () => {
  grow();
  if (part("text").value.trim() !== "") open?.wrote();
});
part("heart").addEventListener("click", () => open?.heart());
part("gift").addEventListener("click", () => open?.gift());
part("leave").addEventListener("click", leave);
part("elsewhere").addEventListener("click", leave);
part("newest").addEventListener("click", () => open?.jump());
part("retry").addEventListener("click", () => open?.client.connect());
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.body.dataset.view === "chat") void open?.jump();
});
document.addEventListener("visibilitychange", () => open?.looked(!document.hidden));
addEventListener("popstate", () => {
  const room = roomOfAddress();
  if (open && room !== open.room) leave();
});

dev = await devMode().catch(() => true);
showDoor();
// Who was in a room before the page was loaded anew is there again.
const back = dev ? kept(sessionStorage, "parley.name") : kept(sessionStorage, "parley.token");
if (back && roomOfAddress()) enter();
