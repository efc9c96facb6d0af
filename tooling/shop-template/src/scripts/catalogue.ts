export type CatalogueItem = {
  handle: string
  title: string
  /** US dollars. */
  price: number
  /** Whether it requires shipping; services do not. */
  ships: boolean
  weight: number
}

/** Prices yield fractions of a cent at 8.875 % tax. */
export const CATALOGUE: CatalogueItem[] = [
  { handle: "harbor-sofa", title: "Harbor Sofa", price: 1299, ships: true, weight: 62_000 },
  { handle: "walnut-desk", title: "Walnut Desk", price: 649.5, ships: true, weight: 31_000 },
  { handle: "oak-bookcase", title: "Oak Bookcase", price: 184.99, ships: true, weight: 24_000 },
  { handle: "reading-lamp", title: "Reading Lamp", price: 166.67, ships: true, weight: 3_200 },
  { handle: "television-55", title: "Television 55″", price: 749.99, ships: true, weight: 17_000 },
  { handle: "laptop-14", title: "Laptop 14″", price: 1899, ships: true, weight: 1_400 },
  { handle: "protection-plan", title: "Protection Plan", price: 159, ships: false, weight: 0 },
]
