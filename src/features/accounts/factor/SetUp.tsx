import { type FormEvent, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { TextField } from '#ui/TextField.tsx'
import style from './Factor.module.css'

type Secret = { secret: string; address: string }

/** The secret for an authenticator app, as a code to scan and a text to type, and the field for the first code that it shows. */
export function SetUp({ secret, address, ...entry }: Secret & EntryProps) {
  return (
    <>
      <p>Scan this with an authenticator app on your telephone, or type the key into it. Then enter the six digits that it shows.</p>
      <div className={style.code}>
        <QrCode text={address} label="The key for your authenticator app" />
      </div>
      <p>
        Key: <span className={style.key}>{secret.replaceAll(/(.{4})/g, '$1 ').trim()}</span>
      </p>
      <CodeEntry {...entry} />
    </>
  )
}

type EntryProps = { action: string; busy: boolean; error: string | null; onCode: (code: string) => void }

/** The field for a code, and the button that sends it. `hint` says which codes are taken; where it stands alone, it has the focus. */
export function CodeEntry({ action, busy, error, onCode, hint }: EntryProps & { hint?: string }) {
  const [code, setCode] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onCode(code)
  }
  return (
    <form className={style.form} onSubmit={send}>
      <TextField
        label="Code"
        hint={hint}
        autoFocus={hint !== undefined}
        value={code}
        onChange={setCode}
        error={error}
        maxLength={30}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button kind="primary" type="submit" wide busy={busy}>
        {action}
      </Button>
    </form>
  )
}

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <>
      <p>If you lose your telephone, each of these lets you in once. Print them or write them down: they are not shown again.</p>
      <ul className={style.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={style.actions}>
        <Button onClick={() => print()}>Print</Button>
        <Button kind="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </>
  )
}
