import { useId, useState } from 'react'
import { longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Versions } from '#ui/Versions.tsx'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import type { User } from './api.ts'
import { Notice } from './Notice.tsx'
import { useUserChange } from './use-user.ts'

type NamesDialogProps = {
  user: User
  /** True if the account is the signed-in user's own. */
  own: boolean
  onClose: () => void
}

const form = () => ({
  draftOf: ({ firstName, lastName, email }: User) => ({
    firstName: firstName,
    lastName: lastName,
    email: email ?? '',
  }),
  words: { firstName: t('First name'), lastName: t('Last name'), email: t('Email') },
})

/**
 * Edits the names and the email of an account. Changing the email requires the signed-in user's own password.
 */
export function NamesDialog({ user, own, onClose }: NamesDialogProps) {
  const formId = useId()
  const [currentPassword, setCurrentPassword] = useState('')
  const { draft, set, base, save, busy, error, differences } = useUserChange(
    user,
    form(),
    ({ newEmail: waiting }, sent) => {
      toast(
        sent.email && waiting
          ? t('Saved. We sent a link to {email} to confirm it.', { email: waiting.email })
          : t('Saved.'),
      )
      onClose()
    },
  )
  const { email, ...names } = draft
  const newEmail = email.trim() !== (base.email ?? '')
  return (
    <Dialog
      open
      title={own ? t('Your name and email') : t('Name and email')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className="stack gap-4"
        onSubmit={() => {
          save({ ...names, ...(newEmail && { email: email.trim() || null, currentPassword }) })
        }}
      >
        {error && <Notice kind={differences ? 'warn' : 'error'}>{sentenceFor(error)}</Notice>}
        <Versions differences={differences} />
        <Names draft={draft} onChange={set} />
        <TextField
          label={t('Email')}
          type="email"
          value={email}
          onChange={(text) => set({ email: text })}
          maxLength={254}
          required={base.email !== null && base.userName === null}
        />
        {newEmail && (
          <TextField
            label={own ? t('Current password') : t('Your own password')}
            hint={
              own
                ? t('Required because email about your account will go to the new address.')
                : t('Required because email about this account will go to the new address.')
            }
            type="password"
            value={currentPassword}
            onChange={setCurrentPassword}
            autoComplete="current-password"
          />
        )}
      </Form>
    </Dialog>
  )
}

type NamesProps = {
  draft: { firstName: string; lastName: string }
  onChange: (part: { firstName?: string; lastName?: string }) => void
}

const Names = ({ draft: { firstName, lastName }, onChange }: NamesProps) => (
  <>
    <TextField
      label={t('First name')}
      value={firstName}
      onChange={(text) => onChange({ firstName: text })}
      maxLength={longest.name}
    />
    <TextField
      label={t('Last name')}
      value={lastName}
      onChange={(text) => onChange({ lastName: text })}
      maxLength={longest.name}
      required={false}
    />
  </>
)
