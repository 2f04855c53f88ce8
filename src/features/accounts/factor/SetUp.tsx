import { type FormEvent, useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/Form.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { TextField } from '#ui/TextField.tsx'
import { copyText } from '#web/copy-text.ts'
import style from './Factor.module.css'

type Secret = { secret: string; address: string }

/**
 * Secret for an authenticator app, as a QR code and as text, and the field for its first code. A phone can't
 * scan its own screen, so there is also a link that opens the app.
 */
export function SetUp({ secret, address, ...entry }: Secret & EntryProps) {
  return (
    <>
      <p>
        {t(
          'Scan this with an authenticator app on your phone, or type in the key. Then enter the six digits it shows.',
        )}
      </p>
      <div className={style.code}>
        <QrCode text={address} label={t('The key for your authenticator app')} />
      </div>
      <a href={address} className={`${style.here} target`}>
        {t('Open an authenticator app on this device')}
      </a>
      <p>
        {t('Key:')} <span className={style.key}>{secret.replaceAll(/(.{4})/g, '$1 ').trim()}</span>
      </p>
      <CodeEntry {...entry} />
    </>
  )
}

type EntryProps = { action: string; busy: boolean; error: string | null; onCode: (code: string) => void }

/**
 * Field and button for a code. `hint` says which kinds of code are accepted. Where there is a hint, the field
 * is the only one on the page, so it gets the focus.
 */
export function CodeEntry({ action, busy, error, onCode, hint }: EntryProps & { hint?: string }) {
  const [code, setCode] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onCode(code)
  }
  return (
    <Form className="stack gap-4 wide" onSubmit={send}>
      <TextField
        label={t('Code')}
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
    </Form>
  )
}

/** Recovery codes, shown only once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <>
      <p>
        {t(
          'If you lose your phone, you can log in with these codes. Each works once. Print them or write them down. They won’t be shown again.',
        )}
      </p>
      <ul className={`${style.codes} grid wide`} aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={`${style.actions} cluster gap-2`}>
        <Button onClick={() => print()}>{t('Print')}</Button>
        <Button onClick={() => void copyText(codes.join('\n'), t('Recovery codes'))}>{t('Copy')}</Button>
        <Button kind="primary" onClick={onKept}>
          {t('I’ve saved them')}
        </Button>
      </div>
    </>
  )
}
