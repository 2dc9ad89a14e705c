module.exports = globalThis.requireOnce('argon2');
