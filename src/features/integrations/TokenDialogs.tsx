import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useSend } from '#web/api.ts'
import { CopyField } from '#web/shell/CopyField.tsx'
import { toast } from '#web/toast.tsx'
import { type AccessToken, type NewAccessToken, tokens } from './api.ts'
import { scopesInWords } from './scopes.ts'

/** Shows a new token, or explains that it was lost because it is returned only once. */
export const TokenDialog = ({ made, onClose }: { made: NewAccessToken; onClose: () => void }) => (
  <Dialog
    open
    title={t('Token for {name}', { name: made.name })}
    onClose={onClose}
    actions={
      <Button kind="primary" reads onClick={onClose}>
        {t('Done')}
      </Button>
    }
  >
    {made.token ? (
      <div className="stack gap-3">
        <CopyField label={t('Token')} text={made.token} />
        <p>
          {t(
            'It won’t be shown again. Enter it in {name} now, and don’t send it by email. Anyone who has it has access to: {scopes}.',
            { name: made.name, scopes: scopesInWords(made.scopes) },
          )}
        </p>
      </div>
    ) : (
      <p>
        {t(
          'A token was created but didn’t reach this page, and tokens are shown only once. Revoke it and create a new one.',
        )}
      </p>
    )}
  </Dialog>
)

type RevokeTokenDialogProps = {
  centerId: string
  token: AccessToken
  onRevoked: () => void
  onClose: () => void
}

/** Asks for confirmation before a token is revoked. */
export function RevokeTokenDialog({ centerId, token, onRevoked, onClose }: RevokeTokenDialogProps) {
  const [error, setError] = useState<Error | null>(null)
  const revoke = useSend(tokens.revoke, {
    onSuccess: () => {
      toast(t('{name} revoked.', { name: token.name }))
      onRevoked()
      onClose()
    },
    onError: setError,
  })
  return (
    <ConfirmDialog
      title={t('Revoke {name}?', { name: token.name })}
      action={t('Revoke')}
      busy={revoke.isPending}
      error={error}
      onConfirm={() => revoke.mutate({ centerId, id: token._id })}
      onClose={onClose}
    >
      {t(
        'The program that uses this token loses its access right away. You can’t undo this, but you can create another token.',
      )}
    </ConfirmDialog>
  )
}
