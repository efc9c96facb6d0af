import fc from "fast-check"
import { labelOf, readPostback, readUuid } from "../../../src/translation/postback"

const TOKEN = "0b5b3a1e-7a0c-4f3a-9d6e-1f2a3b4c5d6e"
const FORM = `txn_type=cart&payment_status=pending&pt_currency=USD&pt_amount=1467.67&uuid=${TOKEN}`

describe("the fields of a postback", () => {
  it("are read from a form", () => {
    expect(readPostback(`${FORM}&lender=A%20%26+B`)).toEqual({
      txn_type: "cart",
      payment_status: "pending",
      pt_currency: "USD",
      pt_amount: "1467.67",
      uuid: TOKEN,
      lender: "A & B",
    })
  })

  it("are read from JSON, numbers and booleans as text", () => {
    const body = { uuid: TOKEN, pt_amount: 1467.67, tax_exempt: true, pt_app_status: "S" }
    expect(readPostback(JSON.stringify(body))).toEqual({
      uuid: TOKEN,
      pt_amount: "1467.67",
      tax_exempt: "true",
      pt_app_status: "S",
    })
  })

  it("exclude unknown fields (G3)", () => {
    const secrets = { ssn: "078-05-1120", dob: "1970-01-01", customer: { income: 90_000 } }
    expect(readPostback(JSON.stringify({ ...secrets, uuid: TOKEN }))).toEqual({ uuid: TOKEN })
    expect(readPostback(`ssn=078-05-1120&uuid=${TOKEN}`)).toEqual({ uuid: TOKEN })
  })

  it.each([
    ["an empty body", ""],
    ["white space", " \r\n\t"],
    ["text", "the application was approved"],
    ["truncated JSON", `{"uuid":"${TOKEN}","pt_am`],
    ["an array", `["${TOKEN}"]`],
    ["a JSON literal", "null"],
    ["an HTML page", "<!doctype html><title>uuid</title>"],
    ["objects and lists as values", `{"uuid":{"$ne":null},"lender":["a"],"pt_id":null}`],
  ])("are empty for %s (B12)", (_, body) => {
    expect(readPostback(body)).toEqual({})
  })

  it("are read after a byte order mark (B12)", () => {
    expect(readPostback(`\uFEFF{"uuid":"${TOKEN}"}`)).toEqual({ uuid: TOKEN })
    expect(readPostback(`\uFEFFuuid=${TOKEN}`)).toEqual({ uuid: TOKEN })
  })

  it("exclude a repeated field of a form, which is ambiguous (B12)", () => {
    expect(readPostback(`uuid=${TOKEN}&uuid=other-token&lender=X`)).toEqual({ lender: "X" })
    expect(readPostback(`uuid[]=${TOKEN}&uuid[0]=${TOKEN}`)).toEqual({})
  })

  it("are never read from a prototype or written to one (G8)", () => {
    const polluted = `{"__proto__":{"uuid":"${TOKEN}"},"constructor":{"prototype":{"uuid":"x"}}}`
    expect(readPostback(polluted)).toEqual({})
    expect(readPostback(`__proto__[uuid]=${TOKEN}&constructor=x`)).toEqual({})
    expect(Object.hasOwn(Object.prototype, "uuid")).toBe(false)
  })

  it("are truncated, without characters that a JSON column cannot store (B12)", () => {
    const { lender } = readPostback(JSON.stringify({ lender: `${"x".repeat(255)}😀😀` }))
    expect(Array.from(lender ?? "")).toHaveLength(256)
    expect(readPostback('{"lender":"a\\u0000b","platform":"\\ud800"}')).toEqual({
      lender: "ab",
      platform: "",
    })
    expect(readPostback("lender=a%00b")).toEqual({ lender: "ab" })
  })

  it("are read from any body without throwing, as text that Postgres accepts (B12)", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (body) => {
        for (const value of Object.values(readPostback(body))) {
          // No NUL, no lone surrogate.
          expect(value).not.toMatch(/[\0\p{Cs}]/u)
        }
      })
    )
  })
})

describe("the token of a postback", () => {
  it.each([
    TOKEN,
    TOKEN.replaceAll("-", ""),
    "tok_0123456789",
    "eyJhbGciOi.J9.c2lnbmF0dXJl==",
    "x".repeat(512),
    "../../status",
    "a//b?c=d&e#f\\g%2Fh+i",
    " a token  with spaces ",
    "a\u200db\u0301\u{1f6cb}\n",
  ])("can be %j, and is read exactly (E10)", (uuid) => {
    expect(readUuid(readPostback(JSON.stringify({ uuid })))).toBe(uuid)
    expect(readUuid(readPostback(String(new URLSearchParams({ uuid, lender: "x" }))))).toBe(uuid)
  })

  it.each(["", ".", "..", "a\0b", "\ud800", "x".repeat(513)])(
    "cannot be %j, which does not fit a path or a column (E10)",
    (uuid) => {
      expect(readUuid({ uuid })).toBeNull()
      expect(readPostback(JSON.stringify({ uuid }))).toEqual({})
      expect(readUuid(readPostback(JSON.stringify({ uuid })))).toBeNull()
    }
  )

  it("is null when it is missing", () => {
    expect(readUuid({})).toBeNull()
  })
})

describe("the label of a postback", () => {
  it.each([
    ["completed", "completed"],
    ["Pending", "pending"],
    ["FAILED", "failed"],
    ["cancelled", "cancelled"],
    ["paid, ship it to 1 Elsewhere Street", "other"],
    ["__proto__", "other"],
    ["", "other"],
  ])("for %j is %s, always one of our own words (B2)", (payment_status, label) => {
    expect(labelOf({ payment_status })).toBe(label)
  })

  it("is other when the body has no payment status", () => {
    expect(labelOf({})).toBe("other")
  })
})
