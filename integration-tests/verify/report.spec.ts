import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type Behaviour, startSandbox } from "../../src/sandbox"
import { parseBehaviour } from "../../src/sandbox/behaviour"
import { readReport } from "../../src/sandbox/verify-report"
import { readApplicant } from "../../src/verify/access"
import { listenForPostbacks } from "../../src/verify/postback-listener"
import { createPaint, formatReport, formatMarkdown } from "../../src/verify/print-report"
import type { Report } from "../../src/verify/report"
import { PERSONAL_WORDS } from "../../src/verify/test-order"
import {
  getAccess,
  listContradicted,
  signNewest,
  verifyAccess,
  verifyBehaviour,
} from "./run-verification"

const APPLICANT = {
  personalInfo: {
    ssn: "666-12-3456",
    dob: "1984-03-09",
    firstName: "Wilhelmina",
    lastName: "Quackenbush",
    cellPhone: "7185550177",
    email: "wilhelmina@example.org",
  },
  residenceInfo: { streetName: "77 Sparrow Lane", city: "Yonkers", state: "NY", zip: "10701" },
}

/** Builds a copy of the report without the values that differ from run to run. */
const buildComparable = ({ at: _at, ...report }: Report) => ({
  ...report,
  calls: report.calls.map(({ ms: _ms, ...call }) => call),
  postbacks: report.postbacks?.map(({ encoding, fields }) => ({ encoding, fields })).at(0),
  leftOpen: report.leftOpen.map(({ kind, reason }) => ({ kind, reason })),
  assumptions: report.assumptions.filter(({ id }) => !id.startsWith("postback-")),
})

const BEHAVIOURS: Partial<Behaviour>[] = [
  {},
  { statusAfterSettle: "Q", secondSettle: "409", tokenFormat: "hex" },
  { statusAfterCancel: "CX", secondCancel: "422", errorBody: "html", unknownTokenStatus: 410 },
  { partialRefundItemsName: "applicationItems", statusAfterRefund: "RX", postbackEncoding: "json" },
  { partialRefundAnswer: "B", oldTokenAfterPartialRefund: "404", errorBody: "empty" },
  {
    acceptedStatuses: ["C", "L"],
    validateUnknownToken: "INCOMPLETE_PT",
    postbackFields: "minimal",
  },
  { partialRefundItemsName: "both", tokenFormat: "opaque", oldTokenAfterPartialRefund: "follows" },
]

describe("a report of verify", () => {
  it.each(BEHAVIOURS.map((behaviour) => [JSON.stringify(behaviour), behaviour] as const))(
    "of a service with %s makes the simulator produce the same report",
    async (_name, behaviour) => {
      const { report } = await verifyBehaviour(behaviour)
      const file = path.join(mkdtempSync(path.join(tmpdir(), "report-")), "report.json")
      writeFileSync(file, JSON.stringify(report))
      const { simulator, notImitated } = readReport(file)
      expect(notImitated).toEqual([])
      const secondRun = await verifyBehaviour(parseBehaviour(simulator))
      expect(buildComparable(secondRun.report)).toEqual(buildComparable(report))
    }
  )

  it("contains no credential, token or personal data, printed or written", async () => {
    const sandbox = await startSandbox({ quiet: true, postbackDelayMs: 0 })
    const listener = await listenForPostbacks({ publicUrl: null, port: 0, graceMs: 100 })
    const file = path.join(mkdtempSync(path.join(tmpdir(), "applicant-")), "person.json")
    writeFileSync(file, JSON.stringify(APPLICANT))
    const urls: string[] = []
    const report = await verifyAccess(getAccess(sandbox), {
      listener,
      applicant: readApplicant(file),
      onPage: async (url) => {
        urls.push(url)
        await signNewest(sandbox)
      },
    })
    const applications = await sandbox.control.applications()
    const accessTokens = await sandbox.control.accessTokens()
    await listener.close()
    await sandbox.close()
    const texts = [
      JSON.stringify(report),
      formatMarkdown(report),
      formatReport(report, createPaint(false)),
    ]
    const { personalInfo, residenceInfo } = APPLICANT
    const { apiUsername, apiPassword, apiSignature } = sandbox.credentials.staging
    const secrets = [
      ...PERSONAL_WORDS.filter((word) => word !== "Test" && word !== "Contact"),
      ...Object.values(personalInfo),
      residenceInfo.streetName,
      residenceInfo.city,
      ...[apiUsername, apiPassword, apiSignature],
      ...accessTokens,
      ...applications.flatMap(({ chain }) => chain.map(({ token }) => token)),
      ...urls,
    ]
    expect(secrets.length).toBeGreaterThan(20)
    expect(report.calls.map(({ call }) => call)).toContain("select-offer-again")
    expect(report.postbacks?.length).toBeGreaterThan(2)
    for (const text of texts) expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })

  it("fits into 80 columns without colors, also with many contradictions", async () => {
    const { report } = await verifyBehaviour({
      ...BEHAVIOURS[3],
      statusAfterCancel: "CX",
      partialRefundAnswer: "no-token",
      unknownTokenStatus: 500,
    })
    expect(listContradicted(report)).toContain("unknown-token")
    expect(report.leftOpen.length).toBe(1)
    const text = formatReport(report, createPaint(false))
    expect(text.split("\n").filter((line) => line.length > 80)).toEqual([])
    expect(text).toContain('partialRefundItems: "applicationItems",')
    expect(text).not.toContain("\u001b")
    expect(formatReport(report, createPaint(true))).toContain("\u001b[31m")
  })

  it("needs a valid applicant's file: the error names the wrong field", () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "applicant-")), "person.json")
    const invalidApplicant = {
      ...APPLICANT,
      personalInfo: { ...APPLICANT.personalInfo, ssn: "12-77" },
    }
    writeFileSync(file, JSON.stringify(invalidApplicant))
    expect(() => readApplicant(file)).toThrow("personalInfo.ssn must be a full SSN")
    expect(readFileSync(file, "utf8")).toContain("12-77")
  })
})
