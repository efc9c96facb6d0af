import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { PreApprovalState } from "../../domain/pre-approval"
import { QUERY_KEY } from "./applications"
import { getPollingOptions } from "./polling"
import { API_PATH, sdk } from "./sdk"

const PATH = `${API_PATH}/pre-approvals`

export type PreApproval = {
  id: string
  environment: string
  state: PreApprovalState
  /** The state shown to the shopper: `used` and `expired` take precedence over `state`. */
  status: string
  /** In dollars; null before the approval. */
  approved_up_to: number | null
  expires_at: string | null
  application_url: string | null
  customer_id: string | null
  application_id: string | null
  order_id: string | null
  order_display_id: string | null
  /** In dollars. */
  used_amount: number | null
  maximum_approved: number | null
  requested_by: string
  created_at: string
}

export type PreApprovalPage = {
  pre_approvals: PreApproval[]
  count: number
  limit: number
  offset: number
}

export function usePreApprovals(query: {
  state: PreApprovalState | undefined
  limit: number
  offset: number
}) {
  const { state, ...page } = query
  return useQuery({
    queryKey: [QUERY_KEY, "pre-approvals", query],
    queryFn: () =>
      sdk.client.fetch<PreApprovalPage>(PATH, { query: state ? { ...page, state } : page }),
    placeholderData: (previous) => previous,
    ...getPollingOptions(),
  })
}

export function isDisabled(error: Error | null): boolean {
  return (error as { status?: number } | null)?.status === 404
}

export type PreApprovalForm = {
  first_name: string
  last_name: string
  email: string
  cell_phone: string
  suppress_notification: boolean
  customer_id?: string
}

export function useRequestPreApproval() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (form: PreApprovalForm) =>
      sdk.client.fetch<{ pre_approval: PreApproval; claim: string | null }>(PATH, {
        method: "POST",
        body: form,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [QUERY_KEY] }),
  })
}
