import { KeyboundForm } from "@medusajs/dashboard/components"
import { Button, Drawer, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useDialogFocus } from "./use-dialog-focus"

type FormDrawerProps = {
  title: string
  hint: string
  cancel: { label: string; onClick: () => void }
  /** Null once the form is submitted. */
  submit: { label: string; onClick: () => void; isLoading: boolean; disabled: boolean } | null
  children: ReactNode
}

/** A drawer with a form; Ctrl+Enter submits it. */
export function FormDrawer({ title, hint, cancel, submit, children }: FormDrawerProps) {
  const focusRef = useDialogFocus()
  const handleSubmit = (): void => {
    if (submit && !submit.disabled && !submit.isLoading) submit.onClick()
  }
  return (
    <Drawer open onOpenChange={(open) => !open && cancel.onClick()}>
      <Drawer.Content>
        <KeyboundForm className="flex flex-1 flex-col overflow-hidden" onSubmit={handleSubmit}>
          <Drawer.Header>
            <Drawer.Title>{title}</Drawer.Title>
            <Drawer.Description>{hint}</Drawer.Description>
          </Drawer.Header>
          <Drawer.Body className="flex flex-1 flex-col gap-6 overflow-y-auto">
            <div ref={focusRef} className="flex flex-col gap-6">
              {children}
            </div>
          </Drawer.Body>
          <Drawer.Footer>
            <Button size="small" variant="secondary" type="button" onClick={cancel.onClick}>
              {cancel.label}
            </Button>
            {submit && (
              <Button
                size="small"
                type="submit"
                isLoading={submit.isLoading}
                disabled={submit.disabled}
              >
                {submit.label}
              </Button>
            )}
          </Drawer.Footer>
        </KeyboundForm>
      </Drawer.Content>
    </Drawer>
  )
}

export function FormError({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <Text role="alert" size="small" className="text-ui-fg-error">
      {text}
    </Text>
  )
}
