import { Button, Drawer, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

type Props = {
  title: string
  hint: string
  leave: { label: string; act: () => void }
  /** The button that sends the form with this id; none once there is nothing left to send. */
  submit: { form: string; label: string; isLoading: boolean; disabled: boolean } | null
  children: ReactNode
}

/** A form beside the page: what it is for, its fields, and the two ways out of it. */
export function FormDrawer({ title, hint, leave, submit, children }: Props) {
  return (
    <Drawer open onOpenChange={(open) => !open && leave.act()}>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.Description>{hint}</Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="overflow-y-auto">{children}</Drawer.Body>
        <Drawer.Footer>
          <Button size="small" variant="secondary" type="button" onClick={leave.act}>
            {leave.label}
          </Button>
          {submit && (
            <Button
              size="small"
              type="submit"
              form={submit.form}
              isLoading={submit.isLoading}
              disabled={submit.disabled}
            >
              {submit.label}
            </Button>
          )}
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}

/** What the server refused that belongs to no field. */
export function FormProblem({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <Text role="alert" size="small" className="text-ui-fg-error">
      {text}
    </Text>
  )
}
