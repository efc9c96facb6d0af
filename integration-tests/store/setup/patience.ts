// A real store, a real database and real HTTP: a test may take longer than jest's five seconds.
jest.setTimeout(60_000)
