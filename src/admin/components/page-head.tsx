import { Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { Link, useLocation } from "react-router-dom"
import { useTexts } from "../texts/use-texts"

const HOME = "/consumer-financing"

const PAGES = [
  { to: HOME, text: "menu.applications" },
  { to: `${HOME}/attention`, text: "menu.attention" },
  { to: `${HOME}/postbacks`, text: "menu.postbacks" },
]

type Props = { title: string; subtitle: string; children?: ReactNode }

/** The head of each of our pages: what it shows, the way to the others, and what can be done. */
export function PageHead({ title, subtitle, children }: Props) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  return (
    <div className="flex flex-col gap-4 px-6 py-4">
      <div className="flex items-center justify-between gap-4">
        <div>
          <Heading>{title}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {subtitle}
          </Text>
        </div>
        <div className="flex gap-2">{children}</div>
      </div>
      <nav aria-label={t("menu.applications")} className="flex gap-4">
        {PAGES.map(({ to, text }) => (
          <Link
            key={to}
            to={to}
            aria-current={pathname === to ? "page" : undefined}
            className="txt-compact-small-plus text-ui-fg-subtle aria-[current=page]:text-ui-fg-base aria-[current=page]:underline"
          >
            {t(text)}
          </Link>
        ))}
      </nav>
    </div>
  )
}
