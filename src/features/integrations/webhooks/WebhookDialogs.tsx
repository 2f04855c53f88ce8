import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useSend } from '#web/api.ts'
import { CopyField } from '#web/shell/CopyField.tsx'
import { toast } from '#web/toast.tsx'
import { type Webhook, webhooks, type WebhookWithSecret } from './api.ts'

/** Shows a new secret once. */
export const SecretDialog = ({ made, onClose }: { made: WebhookWithSecret; onClose: () => void }) => (
  <Dialog
    open
    title="Secret of the webhook"
    onClose={onClose}
    actions={
      <Button kind="primary" reads onClick={onClose}>
        Done
      </Button>
    }
  >
    {made.secret ? (
      <div className="stack gap-3">
        <CopyField label="Secret" text={made.secret} />
        <p>
          It won’t be shown again. Enter it in the program, which checks by it that messages come from here
          (Standard Webhooks).
        </p>
      </div>
    ) : (
      <p>
        A secret was made, but it got lost on the way, and secrets are shown only once. Make a new one in the
        webhook’s menu.
      </p>
    )}
  </Dialog>
)

type AskProps = { centerId: string; webhook: Webhook; onClose: () => void }

/** Confirms replacing a webhook's secret. */
export function RenewSecretDialog({
  centerId,
  webhook: { _id: id, url },
  onRenewed,
  onClose,
}: AskProps & { onRenewed: (made: WebhookWithSecret) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const renew = useSend(webhooks.renew, {
    onSuccess: onRenewed,
    onError: (error) => setRefusal(sentenceFor(error)),
  })
  return (
    <Dialog
      open
      title="Make a new secret?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={renew.isPending} onClick={() => renew.mutate({ centerId, id })}>
            Make new secret
          </Button>
        </>
      }
    >
      {refusal && <p role="alert">{refusal}</p>}
      <p>
        Messages to <span className="breakable">{url}</span> are signed with both secrets for a day, so there
        is time to enter the new one.
      </p>
    </Dialog>
  )
}

/** Confirms deleting a webhook. */
export function RemoveWebhookDialog({
  centerId,
  webhook: { _id: id, url },
  onRemoved,
  onClose,
}: AskProps & { onRemoved: () => void }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const remove = useSend(webhooks.remove, {
    onSuccess: () => {
      toast('The webhook is deleted.')
      onRemoved()
    },
    onError: (error) => setRefusal(sentenceFor(error)),
  })
  return (
    <Dialog
      open
      title="Delete this webhook?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            kind="danger"
            busy={remove.isPending}
            reason={refusal}
            onClick={() => remove.mutate({ centerId, id })}
          >
            Delete
          </Button>
        </>
      }
    >
      {refusal ? (
        <p role="alert">{refusal}</p>
      ) : (
        <p>
          <span className="breakable">{url}</span> is told of nothing anymore, and the list of its deliveries
          is deleted. To pause it, switch it off instead.
        </p>
      )}
    </Dialog>
  )
}
