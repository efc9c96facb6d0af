import { accessSync, constants } from "node:fs"
import path from "node:path"
import chromium from "@sparticuz/chromium"

// Prints the path of the screen tests' browser: `CHROMIUM_PATH`, else the system's, else npm's (Linux only).
// Exits with an error when there is none.

// Prefers the headless shell, which is three times as fast as a full Chromium.
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
]

function isThere(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const given = process.env.CHROMIUM_PATH
const places = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean)
const ofSystem = NAMES.flatMap((name) => places.map((place) => path.join(place, name)))
const found = given ? [given].find(isThere) : ofSystem.find(isThere)

if (found) console.log(found)
else if (!given && process.platform === "linux") console.log(await chromium.executablePath())
else {
  console.error("No Chromium was found. Set CHROMIUM_PATH to one, or install Chromium.")
  process.exitCode = 1
}
