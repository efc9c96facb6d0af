import { generateKeyPairSync, sign } from "node:crypto"

// Node creates keys but no certificates, and scanners report a private key in a repository. So this file encodes the
// DER of a certificate itself.

const SEQUENCE = 0x30
const SET = 0x31

function encodeDer(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

/** Creates a self-signed certificate, valid from 2020 to 2049. @returns key and certificate as PEM */
export function createCertificate(commonName: string): { key: string; cert: string } {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const ecdsaWithSha256 = encodeDer(SEQUENCE, Buffer.from("06082a8648ce3d040302", "hex"))
  const name = encodeDer(
    SEQUENCE,
    encodeDer(
      SET,
      encodeDer(SEQUENCE, Buffer.from("0603550403", "hex"), encodeDer(0x0c, commonName))
    )
  )
  const certificate = encodeDer(
    SEQUENCE,
    encodeDer(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    encodeDer(SEQUENCE, encodeDer(0x17, "200101000000Z"), encodeDer(0x17, "491231000000Z")),
    name,
    keys.publicKey.export({ type: "spki", format: "der" })
  )
  const signature = sign("sha256", certificate, keys.privateKey)
  const bits = encodeDer(0x03, Buffer.concat([Buffer.from([0]), signature]))
  const signed = encodeDer(SEQUENCE, certificate, ecdsaWithSha256, bits)
  const lines = signed.toString("base64").match(/.{1,64}/g) ?? []
  return {
    key: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
  }
}
