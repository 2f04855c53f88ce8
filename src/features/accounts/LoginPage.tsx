import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { sentences } from '#shared/problem.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { chosenCenter } from '#web/center.ts'
import { signedIn } from '#web/session.tsx'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { sentenceFor } from '#web/snack.tsx'
import { accounts } from './api.ts'
import style from './Form.module.css'
import { GoogleButton } from './GoogleButton.tsx'
import { Notice } from './Notice.tsx'
import { landing, type Me } from './rules.ts'

/** `/login` (spec §2): by password, or with Google where that is set up. */
export function LoginPage() {
  const navigate = useNavigate()
  const expired = useSearch({ strict: false }).error === 401
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const enter = (me: Me) => {
    signedIn(me)
    void navigate({ to: landing(me, chosenCenter(me)) as '/' })
  }
  const login = useSend(accounts.login, { onSuccess: enter, onError: setError })
  return (
    <FrontPage title="Welcome to Blended Learning">
      {expired && !error && <Notice kind="warn">{sentences.sessionEnded}</Notice>}
      {error && <Notice kind="error">{sentenceFor(error)}</Notice>}
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (login.isPending) return
          setError(null)
          login.mutate({ email, password })
        }}
      >
        <TextField
          label="E-mail or user name"
          value={email}
          onChange={setEmail}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <TextField label="Password" type="password" value={password} onChange={setPassword} autoComplete="current-password" />
        <Button kind="primary" type="submit" wide busy={login.isPending}>
          Log in
        </Button>
      </form>
      <GoogleButton onEntered={enter} onError={setError} />
      <Link to="/forget-password" className={style.link}>
        Forgot your password?
      </Link>
    </FrontPage>
  )
}
