import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Notice } from './Notice.tsx'
import { passwords } from './passwords/api.ts'

/**
 * `/forget-password`: requests a link by email. Shows the same message for every email or user name, so it
 * doesn't reveal who has an account.
 */
export function ForgetPasswordPage() {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const recover = useSend(passwords.recover, { onError: setError })
  if (recover.isSuccess)
    return (
      <FrontPage title={t('Check your email')} animals={['duck', 'owl', 'eagle']}>
        <Notice kind="done">
          {t(
            'If {email} belongs to an account with an email address, a link to choose a new password is on its way.',
            { email: email.trim() },
          )}
        </Notice>
        <p>{t('No email after a few minutes? Check your spam folder, or ask your center.')}</p>
        <Link to="/login" className={buttonClass({ kind: 'primary', wide: true })}>
          {t('Back to login')}
        </Link>
      </FrontPage>
    )
  return (
    <FrontPage
      title={t('Forgot your password?')}
      lead={t('Enter your email or user name, and we’ll send you a link to choose a new one.')}
      animals={['hedgehog', 'owl', 'turtle']}
    >
      {error && <Notice kind="error">{sentenceFor(error)}</Notice>}
      <Form
        className="stack gap-4"
        onSubmit={() => {
          if (recover.isPending) return
          setError(null)
          recover.mutate({ email })
        }}
      >
        <TextField
          label={t('Email or user name')}
          value={email}
          onChange={setEmail}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          hint={t('Students without an email address get a new link from their center.')}
        />
        <Button kind="primary" type="submit" wide busy={recover.isPending}>
          {t('Send link')}
        </Button>
      </Form>
      <Link to="/login" className="inline-row middle to-middle target">
        {t('Back to login')}
      </Link>
    </FrontPage>
  )
}
