import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Problem, sentences } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { chosenCenter } from '#web/center.ts'
import { takeRequestedPage } from '#web/requested-page.ts'
import { signedIn } from '#web/session.tsx'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { LongWaiting } from '#web/shell/LongWaiting.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { accounts } from './api.ts'
import { GoogleButton } from './GoogleButton.tsx'
import { Notice } from './Notice.tsx'
import { OidcButton } from './oidc/OidcButton.tsx'
import { PasskeyButton } from './passkeys/PasskeyButton.tsx'
import { landing, type Me } from './rules.ts'

const SecondStep = lazy(() =>
  import('./factor/SecondStep.tsx').then(({ SecondStep: part }) => ({ default: part })),
)

type Step = { step: string; setUp: boolean }

/**
 * Returns the second login step that this error asks for after a correct first step, or null for any other
 * error.
 */
function stepOf(failure: Error): Step | null {
  if (!(failure instanceof Problem)) return null
  const { step } = failure.more
  if (typeof step !== 'string') return null
  return { step, setUp: failure.code === 'factor_needed' }
}

function PasswordForm({
  busy,
  onSubmit,
}: {
  busy: boolean
  onSubmit: (given: { email: string; password: string }) => void
}) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  return (
    <Form
      className="stack gap-4"
      onSubmit={() => {
        if (!busy) onSubmit({ email, password })
      }}
    >
      <TextField
        label={t('Email or user name')}
        value={email}
        onChange={setEmail}
        autoComplete="username"
        autoFocus
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <TextField
        label={t('Password')}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
      />
      <Button kind="primary" type="submit" wide busy={busy}>
        {t('Log in')}
      </Button>
    </Form>
  )
}

/**
 * `/login` (spec §2): sign-in with a password or a passkey, or with Google or the organization's provider if
 * that is set up.
 */
export function LoginPage() {
  const { history } = useRouter()
  const expired = useSearch({ strict: false }).error === 401
  const [error, setError] = useState<Error | null>(null)
  const [step, setStep] = useState<Step | null>(null)
  const go = (me: Me) => {
    const to = takeRequestedPage(me._id) ?? landing(me, chosenCenter(me))
    // Loads the next page as a new document, so that the content security policy that allows Google's script
    // doesn't carry over.
    if (window.google) location.assign(to)
    else history.push(to)
  }
  const enter = (me: Me) => {
    signedIn(me)
    go(me)
  }
  const fail = (failure: Error) => {
    const next = stepOf(failure)
    setStep(next)
    setError(next ? null : failure)
  }
  const login = useSend(accounts.login, { onSuccess: enter, onError: fail })
  if (step)
    return (
      <FrontPage title={t('One more step')}>
        <Suspense fallback={null}>
          <SecondStep {...step} onSession={signedIn} onDone={go} onBack={() => setStep(null)} onOver={fail} />
        </Suspense>
      </FrontPage>
    )
  return (
    <FrontPage title={t('Welcome to Blended Learning')}>
      <LongWaiting user={null} />
      {expired && !error && <Notice kind="warn">{t(sentences.sessionEnded)}</Notice>}
      {error && <Notice kind="error">{sentenceFor(error)}</Notice>}
      <PasswordForm
        busy={login.isPending}
        onSubmit={(given) => {
          setError(null)
          login.mutate(given)
        }}
      />
      <OidcButton onEntered={enter} onError={fail} />
      <PasskeyButton onEntered={enter} onError={setError} />
      <GoogleButton onEntered={enter} onError={fail} />
      <Link to="/forget-password" className="inline-row middle to-middle target">
        {t('Forgot your password?')}
      </Link>
    </FrontPage>
  )
}
