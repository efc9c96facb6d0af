/** One measurement at each size. */
export type Point = { size: number; value: number }

const getMean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length

/** Fits value = c * size^k by least squares. @returns k: 0 for constant, 1 for linear growth */
export function getGrowthExponent(points: readonly Point[]): number {
  const [sizes, values] = [
    points.map(({ size }) => Math.log(size)),
    points.map(({ value }) => Math.log(value)),
  ]
  const [size, value] = [getMean(sizes), getMean(values)]
  const slope = sizes.map((one, index) => (one - size) * ((values[index] ?? value) - value))
  return getMean(slope) / getMean(sizes.map((one) => (one - size) ** 2))
}

/** Formats a table row: a name and its value at each size. */
export function formatRow(name: string, points: readonly Point[]): string {
  return name.padEnd(32) + points.map(({ value }) => value.toFixed(1).padStart(9)).join("")
}

/** Formats a table row that ends with the growth exponent. */
export function formatGrowthRow(name: string, points: readonly Point[]): string {
  return formatRow(name, points) + getGrowthExponent(points).toFixed(2).padStart(10)
}

/** Formats the heading of a table of growth rows. */
export function formatGrowthHeading(name: string, sizes: readonly number[]): string {
  const heads = sizes.map((size) => String(size).padStart(9)).join("")
  return `${name.padEnd(32)}${heads}${"exponent".padStart(10)}`
}

/** Parses sizes such as "100,1000", in ascending order. @throws Error unless each is a positive integer */
export function parseSizes(text: string): number[] {
  const sizes = text.split(",").map(Number)
  if (!sizes.every((size) => Number.isInteger(size) && size > 0)) {
    throw new Error(`Sizes must be positive integers separated by commas, not "${text}".`)
  }
  return sizes.sort((a, b) => a - b)
}
