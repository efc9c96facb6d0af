import { readJson } from "../../../src/financing-api/read-json"

const buildNestedJson = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`

test.each([
  ["1", 1],
  ['{"a":{"b":1},"c":{"b":2}}', { a: { b: 1 }, c: { b: 2 } }],
  ['\uFEFF{"a":1}', { a: 1 }],
  ['{"a":"a","b":["b","b"]}', { a: "a", b: ["b", "b"] }],
  ['{"a\\"":1,"a":2}', { 'a"': 1, a: 2 }],
  ['{"a":"\\\\","b":"\\\\"}', { a: "\\", b: "\\" }],
  ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['{"a":[{"b":1}],"b":"{"}', { a: [{ b: 1 }], b: "{" }],
])("readJson reads %s", (text, value) => {
  expect(readJson(text)).toEqual({ read: true, value })
})

test.each([
  ['{"a":1,"a":1}', "an object has a duplicate key"],
  ['{"a":1,"\\u0061" :1}', "an object has a duplicate key"],
  ['{"x":{"a":{},"b":[],"a":{}}}', "an object has a duplicate key"],
  ['{"x":[[1],{"k":1}],"x":1}', "an object has a duplicate key"],
  ["", "not valid JSON"],
  ['{"a', "not valid JSON"],
  ['{"a":"\\', "not valid JSON"],
  ['\uFEFF\uFEFF{"a":1}', "not valid JSON"],
])("readJson refuses %s", (text, problem) => {
  expect(readJson(text)).toEqual({ read: false, problem })
})

test("readJson reads up to 64 levels and does not add up sibling levels", () => {
  expect(readJson(buildNestedJson(64)).read).toBe(true)
  const problem = "JSON is nested too deeply"
  expect(readJson(buildNestedJson(65))).toEqual({ read: false, problem })
  expect(readJson(`${"{".repeat(65)}`)).toEqual({ read: false, problem })
  expect(readJson(`[${Array.from({ length: 200 }, () => "[{}]").join()}]`).read).toBe(true)
  expect(readJson(JSON.stringify({ text: "[{".repeat(100) })).read).toBe(true)
})
