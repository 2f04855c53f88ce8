import { useId, useState } from 'react'
import { longest, plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { sentenceFor, snack } from '#web/snack.tsx'
import type { User } from './api.ts'
import style from './Form.module.css'
import { Notice } from './Notice.tsx'
import { useUserChange } from './use-user.ts'

type NamesDialogProps = {
  user: User
  /** Whether it is the account of whoever changes it. */
  own: boolean
  onClose: () => void
}

/** Changes the names and the e-mail of an account. Another e-mail wants the password of whoever asks for it. */
export function NamesDialog({ user, own, onClose }: NamesDialogProps) {
  const formId = useId()
  const [firstName, setFirstName] = useState(plain(user.firstName))
  const [lastName, setLastName] = useState(plain(user.lastName))
  const [email, setEmail] = useState(user.email ?? '')
  const [currentPassword, setCurrentPassword] = useState('')
  const { save, busy, error, newer } = useUserChange(user, () => {
    snack('Saved.')
    onClose()
  })
  const newEmail = email.trim() !== (user.email ?? '')
  return (
    <Dialog
      open
      title={own ? 'Your name and e-mail' : 'Name and e-mail'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          save({ firstName, lastName, ...(newEmail && { email: email.trim() || null, currentPassword }) })
        }}
      >
        {newer ? <Newer {...newer} /> : error && <Notice kind="error">{sentenceFor(error)}</Notice>}
        <TextField label="First name" value={firstName} onChange={setFirstName} maxLength={longest.name} />
        <TextField label="Last name" value={lastName} onChange={setLastName} maxLength={longest.name} required={false} />
        <TextField
          label="E-mail"
          type="email"
          value={email}
          onChange={setEmail}
          maxLength={254}
          required={user.email !== null && user.userName === null}
        />
        {newEmail && (
          <TextField
            label={own ? 'Current password' : 'Your own password'}
            hint={`Asked for because mail about ${own ? 'your' : 'this'} account goes to the new address.`}
            type="password"
            value={currentPassword}
            onChange={setCurrentPassword}
            autoComplete="current-password"
          />
        )}
      </form>
    </Dialog>
  )
}

function Newer({ firstName, lastName, email }: User) {
  return (
    <Notice kind="warn">
      Somebody changed this meanwhile. It now reads: {plain(`${firstName} ${lastName}`)}
      {email && `, ${email}`}. Saving again replaces that.
    </Notice>
  )
}
