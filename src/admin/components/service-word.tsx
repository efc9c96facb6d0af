import type { ApplicationFile } from "../server/answers"
import { useTexts } from "../texts/use-texts"
import { Fact } from "./fact"

/** What the service says of an application: its code, what that means, its own text, its lender. */
export function ServiceWord({ file }: { file: ApplicationFile }) {
  const { t } = useTexts()
  const { code, code_meaning, code_message, lender } = file
  return (
    <>
      <Fact name={t("file.service")}>
        {code === null ? t("file.notAsked") : `${code}: ${code_meaning ?? ""}`}
        {code_message && <div className="text-ui-fg-muted">{code_message}</div>}
      </Fact>
      <Fact name={t("file.lender")}>{lender ?? "–"}</Fact>
    </>
  )
}
