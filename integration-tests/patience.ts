// A test may take longer than jest's five seconds: unit tests on a busy machine, and those that start a store
// while three others run longer than a minute.
jest.setTimeout(180_000)
