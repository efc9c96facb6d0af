/** One project per kind of proof; `npm test` runs them in this order. */
const base = {
  rootDir: __dirname,
  testEnvironment: "node",
  transform: {
    "^.+\\.[jt]sx?$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", decorators: true, tsx: true },
          transform: { decoratorMetadata: true },
        },
      },
    ],
  },
  modulePathIgnorePatterns: ["<rootDir>/.medusa", "<rootDir>/.cache"],
}

module.exports = {
  projects: [
    { ...base, displayName: "unit", testMatch: ["<rootDir>/integration-tests/unit/**/*.spec.ts"] },
    {
      ...base,
      displayName: "contract",
      testMatch: ["<rootDir>/integration-tests/contract/**/*.spec.ts"],
    },
  ],
}
