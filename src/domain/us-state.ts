/**
 * The postal service's states: the 50, the district, the territories and the three military ones. A table, because
 * small libraries lack the territories or the military codes, or depend on others, and the list has not changed
 * since 1987.
 */
const STATE_NAMES: Readonly<Record<string, string>> = {
  AL: "alabama",
  AK: "alaska",
  AZ: "arizona",
  AR: "arkansas",
  CA: "california",
  CO: "colorado",
  CT: "connecticut",
  DE: "delaware",
  DC: "district of columbia",
  FL: "florida",
  GA: "georgia",
  HI: "hawaii",
  ID: "idaho",
  IL: "illinois",
  IN: "indiana",
  IA: "iowa",
  KS: "kansas",
  KY: "kentucky",
  LA: "louisiana",
  ME: "maine",
  MD: "maryland",
  MA: "massachusetts",
  MI: "michigan",
  MN: "minnesota",
  MS: "mississippi",
  MO: "missouri",
  MT: "montana",
  NE: "nebraska",
  NV: "nevada",
  NH: "new hampshire",
  NJ: "new jersey",
  NM: "new mexico",
  NY: "new york",
  NC: "north carolina",
  ND: "north dakota",
  OH: "ohio",
  OK: "oklahoma",
  OR: "oregon",
  PA: "pennsylvania",
  RI: "rhode island",
  SC: "south carolina",
  SD: "south dakota",
  TN: "tennessee",
  TX: "texas",
  UT: "utah",
  VT: "vermont",
  VA: "virginia",
  WA: "washington",
  WV: "west virginia",
  WI: "wisconsin",
  WY: "wyoming",
  AS: "american samoa",
  GU: "guam",
  MP: "northern mariana islands",
  PR: "puerto rico",
  VI: "us virgin islands",
  AA: "armed forces americas",
  AE: "armed forces europe",
  AP: "armed forces pacific",
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  "washington dc": "DC",
  "virgin islands": "VI",
  "virgin islands of the us": "VI",
  "united states virgin islands": "VI",
  "commonwealth of the northern mariana islands": "MP",
}

const CODE_BY_NAME = new Map<string, string>([
  ...Object.entries(STATE_NAMES).map(([code, name]): [string, string] => [name, code]),
  ...Object.entries(OTHER_NAMES),
])

/**
 * Returns two capital letters for any spelling of a state: `NY`, `ny`, `us-ny` (Medusa's province codes), `New
 * York`, `N.Y.`. Null for anything else.
 */
export function parseUsState(text: unknown): string | null {
  if (typeof text !== "string") {
    return null
  }
  const words = text
    .toLowerCase()
    .replace(/\./g, "")
    .replace(/[\s,_-]+/g, " ")
    .trim()
  const withoutCountry = words.startsWith("us ") ? words.slice(3) : words
  const code = withoutCountry.toUpperCase()
  if (Object.hasOwn(STATE_NAMES, code)) {
    return code
  }
  return CODE_BY_NAME.get(words) ?? CODE_BY_NAME.get(withoutCountry) ?? null
}

/** States for the postal service, countries for Medusa and ISO 3166. */
const TERRITORIES: readonly string[] = ["AS", "GU", "MP", "PR", "VI"]

/** Returns the two capital letters of the US territory with this country code (`pr`), or null. */
export function territoryOf(countryCode: unknown): string | null {
  if (typeof countryCode !== "string") {
    return null
  }
  const code = countryCode.trim().toUpperCase()
  return TERRITORIES.includes(code) ? code : null
}
