// Web Locks for several tabs in one process: exclusive locks, a queue, abort and steal.
export class FakeLocks {
  /** @type {Map<string, {holder: any, queue: any[]}>} */
  #locks = new Map();

  request(name, options, callback) {
    return new Promise((resolve, reject) => {
      const lock = this.#locks.get(name) ?? { holder: null, queue: [] };
      this.#locks.set(name, lock);
      const wish = { callback, resolve, reject };
      options.signal?.addEventListener("abort", () => {
        if (!lock.queue.includes(wish)) return;
        lock.queue.splice(lock.queue.indexOf(wish), 1);
        reject(new DOMException("aborted", "AbortError"));
      });
      if (options.steal) {
        lock.holder?.reject(new DOMException("stolen", "AbortError"));
        lock.holder = null;
        lock.queue.unshift(wish);
      } else lock.queue.push(wish);
      this.#grant(lock);
    });
  }

  #grant(lock) {
    if (lock.holder || lock.queue.length === 0) return;
    const wish = lock.queue.shift();
    lock.holder = wish;
    Promise.resolve()
      .then(() => wish.callback({}))
      .then(wish.resolve, wish.reject)
      .finally(() => {
        if (lock.holder === wish) {
          lock.holder = null;
          this.#grant(lock);
        }
      });
  }
}
