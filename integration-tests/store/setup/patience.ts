// A real store, a real database and real HTTP: a test may take longer than jest's five seconds, and one
// that starts a store of its own beside three others longer than a minute, where the machine is busy.
jest.setTimeout(180_000)
