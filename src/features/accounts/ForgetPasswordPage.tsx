import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Notice } from './Notice.tsx'
import { passwords } from './passwords/api.ts'

/**
 * `/forget-password`: requests a link by mail. Shows the same message for every name, so that nobody finds
 * out who has an account.
 */
export function ForgetPasswordPage() {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const ask = useSend(passwords.recover, { onError: setError })
  if (ask.isSuccess)
    return (
      <FrontPage title="Check your email" animals={['duck', 'owl', 'eagle']}>
        <Notice kind="done">
          If {email.trim()} has an account with an email address, a link to choose a new password is on its
          way.
        </Notice>
        <p>No email after a few minutes? Check your spam folder, or ask your center.</p>
        <Link to="/login" className={buttonClass({ kind: 'primary', wide: true })}>
          Back to login
        </Link>
      </FrontPage>
    )
  return (
    <FrontPage
      title="Forgot your password?"
      lead="Enter your email or user name, and we’ll send you a link to choose a new one."
      animals={['hedgehog', 'owl', 'turtle']}
    >
      {error && <Notice kind="error">{sentenceFor(error)}</Notice>}
      <Form
        className="stack gap-4"
        onSubmit={() => {
          if (ask.isPending) return
          setError(null)
          ask.mutate({ email })
        }}
      >
        <TextField
          label="Email or user name"
          value={email}
          onChange={setEmail}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          hint="Students without an email address get a new link from their center."
        />
        <Button kind="primary" type="submit" wide busy={ask.isPending}>
          Send link
        </Button>
      </Form>
      <Link to="/login" className="inline-row middle to-middle target">
        Back to login
      </Link>
    </FrontPage>
  )
}
