import fc from "fast-check"
import { isEmailAddress } from "../../../src/domain/email-address"

describe("an e-mail address", () => {
  it.each([
    "dana@shop.example",
    "tom&jerry@shop.example",
    "o!neil@shop.example",
    "o'neil+sofa@shop.example",
    "josé@shop.example",
    "李@例子.公司",
    "dana@müller.example",
    "d@a.co",
    "a.b-c_d{e}|f~g=h?i/j`k^l%m$n#o*p@sub.domain.shop.example",
    `${"a".repeat(64)}@shop.example`,
  ])("may be %s", (text) => {
    expect(isEmailAddress(text)).toBe(true)
  })

  it.each([
    "",
    "dana",
    "dana@",
    "@shop.example",
    "dana@shop",
    "dana@@shop.example",
    "da na@shop.example",
    "dana@shop..example",
    ".dana@shop.example",
    "dana.@shop.example",
    "da..na@shop.example",
    "dana@-shop.example",
    "dana@shop-.example",
    "dana@shop.example\n",
    "da\u200bna@shop.example",
    "dana@shop.example, tom@shop.example",
    "Dana <dana@shop.example>",
    "dana;tom@shop.example",
    `${"a".repeat(65)}@shop.example`,
    `dana@${"a.".repeat(130)}example`,
    null,
    7,
  ])("is not %j", (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })

  it("is checked without throwing, for any value and length", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.anything()), (value) => {
        expect(typeof isEmailAddress(value)).toBe("boolean")
      })
    )
    expect(isEmailAddress(`${"a.".repeat(50_000)}@`)).toBe(false)
  })
})
