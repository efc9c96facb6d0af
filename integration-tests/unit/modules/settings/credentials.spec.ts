import fc from "fast-check"
import {
  checkCredentials,
  fingerprint,
  mask,
  open,
  openCredentials,
  seal,
  sealCredentials,
} from "../../../../src/modules/consumer-financing/settings/credentials"

const SECRET = "9057016420a8931ec8fc165aaa8569c988744763f66440088b642cc65603547e"
const PREVIOUS_SECRET = "the-secret-that-was-used-before-it"
const PLACE = { environment: "staging", field: "api_password" }

const CREDENTIALS = {
  baseUrl: "https://financing.example/api/v1",
  apiUsername: "merchant",
  apiPassword: "a-password",
  apiSignature: "c2lnbmF0dXJl",
}

describe("a sealed text", () => {
  it("is opened with the same secret at the same place, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(open(seal(text, PLACE, SECRET), PLACE, [SECRET])).toEqual({ text, isOld: false })
      })
    )
  })

  it("differs each time and does not contain the text", () => {
    const sealed = [1, 2, 3].map(() => seal("a-password", PLACE, SECRET))
    expect(new Set(sealed).size).toBe(3)
    expect(new Set(sealed.map((value) => value.split(".")[1])).size).toBe(3)
    expect(sealed.join()).not.toContain("a-password")
    expect(sealed.join()).not.toContain(Buffer.from("a-password").toString("base64url"))
  })

  it("is opened with a configured previous secret and marked as old (H6)", () => {
    const sealed = seal("a-password", PLACE, PREVIOUS_SECRET)
    expect(open(sealed, PLACE, [SECRET, PREVIOUS_SECRET])).toEqual({
      text: "a-password",
      isOld: true,
    })
    expect(open(sealed, PLACE, [SECRET])).toBeNull()
  })

  it("is not opened at another place", () => {
    const sealed = seal("a-password", PLACE, SECRET)
    expect(open(sealed, { ...PLACE, environment: "production" }, [SECRET])).toBeNull()
    expect(open(sealed, { ...PLACE, field: "api_username" }, [SECRET])).toBeNull()
  })

  it("is not opened when one bit is changed or a part is missing", () => {
    const sealed = seal("a-password", PLACE, SECRET)
    const [format, ...parts] = sealed.split(".")
    for (const [index, part] of parts.entries()) {
      const bytes = Buffer.from(part, "base64url")
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const altered = Buffer.from(bytes)
        altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const alteredParts = parts.with(index, altered.toString("base64url"))
        expect(open([format, ...alteredParts].join("."), PLACE, [SECRET])).toBeNull()
      }
    }
    for (const broken of ["", "v1", "v1..", "v2." + parts.join("."), sealed.slice(0, -3)]) {
      expect(open(broken, PLACE, [SECRET])).toBeNull()
    }
    // A shorter tag would be easier to forge.
    const [iv = "", tag = "", body = ""] = parts
    const shortTag = Buffer.from(tag, "base64url").subarray(0, 4).toString("base64url")
    expect(open(["v1", iv, shortTag, body].join("."), PLACE, [SECRET])).toBeNull()
  })
})

describe("the credentials of an environment", () => {
  it("are sealed per field and opened together", () => {
    const fields = sealCredentials("staging", CREDENTIALS, SECRET)
    const sealed = { fields, changed_at: "", changed_by: "" }
    expect(openCredentials("staging", sealed, [SECRET])).toEqual({
      credentials: CREDENTIALS,
      old: 0,
    })
    expect(openCredentials("staging", sealed, [PREVIOUS_SECRET, SECRET])).toEqual({
      credentials: CREDENTIALS,
      old: 4,
    })
    expect(openCredentials("production", sealed, [SECRET])).toBeNull()
    const swapped = { ...fields, api_username: fields.api_password }
    expect(openCredentials("staging", { ...sealed, fields: swapped }, [SECRET])).toBeNull()
  })

  it("are validated by the options' schema, and the messages quote no value", () => {
    const options = {
      backendUrl: "https://api.shop.example",
      storefrontUrl: "https://shop.example",
      secret: SECRET,
    }
    const check = (given: object, environment: "staging" | "production" = "staging") =>
      checkCredentials(options, { environment, given })
    const validFields = {
      base_url: "https://financing.example/api/v1/",
      api_username: "merchant",
      api_password: "a-password",
      api_signature: "c2lnbmF0dXJl",
    }
    expect(check(validFields)).toEqual({ credentials: CREDENTIALS, problems: null })
    expect(check({}).problems?.map(({ place, message }) => `${place} ${message}`)).toEqual([
      "base_url is missing",
      "api_username is missing",
      "api_password is missing",
      "api_signature is missing",
    ])
    expect(check({ ...validFields, base_url: "http://elsewhere.example" }).problems).toEqual([
      { place: "base_url", message: expect.stringContaining("https address (http") as unknown },
    ])
    const internalFields = { ...validFields, base_url: "http://simulator:4010/api/v1" }
    expect(check(internalFields).problems).toBeNull()
    expect(check(internalFields, "production").problems).toEqual([
      {
        place: "base_url",
        message: "has to be an https address in production (http is for localhost only)",
      },
    ])
    const result = check({ ...validFields, api_signature: "LEAK\r\nX: y" })
    expect(result.problems).toEqual([
      { place: "api_signature", message: "has to be the API Signature as issued" },
    ])
  })
})

it("a mask shows the last four characters, and none of a short text", () => {
  expect(mask("staging-password-1234")).toBe("••••1234")
  expect(mask("123456789012")).toBe("••••9012")
  expect(mask("12345678901")).toBe("••••")
  expect(mask("")).toBe("••••")
})

it("a fingerprint is 16 hex digits that distinguish secrets", () => {
  expect(fingerprint(SECRET)).toBe(fingerprint(SECRET))
  expect(fingerprint(SECRET)).not.toBe(fingerprint(PREVIOUS_SECRET))
  expect(fingerprint(SECRET)).toMatch(/^[0-9a-f]{16}$/)
})
