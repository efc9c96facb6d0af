/** One measurement at each size. */
export type Point = { size: number; value: number }

const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length

/** The power of the size that the values grow with: 0 for not at all, 1 for as much as the size (least squares). */
export function exponentOf(points: readonly Point[]): number {
  const [sizes, values] = [
    points.map(({ size }) => Math.log(size)),
    points.map(({ value }) => Math.log(value)),
  ]
  const [size, value] = [mean(sizes), mean(values)]
  const slope = sizes.map((one, index) => (one - size) * ((values[index] ?? value) - value))
  return mean(slope) / mean(sizes.map((one) => (one - size) ** 2))
}

/** A row of a table: what is measured, and its value at each size. */
export function rowOf(name: string, points: readonly Point[]): string {
  return name.padEnd(32) + points.map(({ value }) => value.toFixed(1).padStart(9)).join("")
}

/** The same with the exponent. */
export function growthRow(name: string, points: readonly Point[]): string {
  return rowOf(name, points) + exponentOf(points).toFixed(2).padStart(10)
}

/** The heading of a table of such rows. */
export function growthHeading(name: string, sizes: readonly number[]): string {
  const heads = sizes.map((size) => String(size).padStart(9)).join("")
  return `${name.padEnd(32)}${heads}${"exponent".padStart(10)}`
}

/** "100,1000" as sizes, from the smallest to the largest. @throws Error on what is no size */
export function sizesOf(text: string): number[] {
  const sizes = text.split(",").map(Number)
  if (!sizes.every((size) => Number.isInteger(size) && size > 0)) {
    throw new Error(`Sizes are whole numbers with commas between them, not "${text}".`)
  }
  return sizes.sort((one, other) => one - other)
}
