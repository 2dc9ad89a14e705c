module.exports = globalThis.requireOnce('sodium-native');
