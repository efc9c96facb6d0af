import type { Request, Response } from "express"

/** A cookie of the storefront, or undefined. */
export function readCookie(req: Request, name: string): string | undefined {
  const cookies = (req.headers.cookie ?? "").split("; ").map((one) => one.split("="))
  const value = cookies.find(([key]) => key === name)?.[1]
  return value === undefined ? undefined : decodeURIComponent(value)
}

/** As in Medusa's own starter: the way back moves on by itself, so that they come along then, too. */
const SETTINGS = { httpOnly: true, sameSite: "strict", path: "/" } as const

export function setCookie(res: Response, name: string, value: string): void {
  res.cookie(name, value, SETTINGS)
}

export function clearCookie(res: Response, name: string): void {
  res.clearCookie(name, SETTINGS)
}
