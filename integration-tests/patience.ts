// Milliseconds. Tests exceed Jest's default of five seconds on a busy machine, and tests that start a store take
// more than a minute while three others run.
jest.setTimeout(180_000)
