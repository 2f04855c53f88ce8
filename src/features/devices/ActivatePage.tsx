import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { spellKey } from './rules.ts'
import { sentences } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { signedIn } from '#web/session.tsx'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import style from '#features/accounts/Form.module.css'
import { Notice } from '#features/accounts/Notice.tsx'
import { activation } from './api.ts'

const keyLength = 8

/** Formats a key while it is typed: in capital letters, with a dash after the fourth character. */
function spelled(typed: string) {
  const letters = typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, keyLength)
  return letters.length > 4 ? spellKey(letters) : letters
}

/**
 * Reads the key from a link such as `/activate#key=ABCDEFGH`. It is after `#`, so that no server log contains
 * it.
 */
const keyOfLink = () => spelled(new URLSearchParams(location.hash.slice(1)).get('key') ?? '')

/** `/activate`: turns this browser into a shared classroom device (spec §2; product §9). */
export function ActivatePage() {
  const navigate = useNavigate()
  const expired = useSearch({ strict: false }).error === 401
  const [key, setKey] = useState(keyOfLink)
  const [error, setError] = useState<Error | null>(null)
  const activate = useSend(activation.activate, {
    onSuccess: (me) => {
      signedIn(me)
      toast(
        t('This device is now {firstName} at {center}.', { firstName: me.firstName, center: me.centers[0] }),
      )
      void navigate({ to: '/classroom' })
    },
    onError: setError,
  })
  return (
    <FrontPage
      title={t('Activate this device')}
      lead={t(
        'For the classroom’s shared tablets. The office creates the key under Devices. It works once, within an hour.',
      )}
      animals={['honeybee', 'ant', 'butterfly']}
    >
      {expired && !error && <Notice kind="warn">{t(sentences.sessionEnded)}</Notice>}
      {error && <Notice kind="error">{sentenceFor(error)}</Notice>}
      <Form
        className="stack gap-4"
        onSubmit={() => {
          if (activate.isPending) return
          setError(null)
          activate.mutate({ key })
        }}
      >
        <div className={style.key}>
          <TextField
            label={t('Activation key')}
            value={key}
            onChange={(typed) => setKey(spelled(typed))}
            placeholder={t('ABCD-EFGH')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </div>
        <Button kind="primary" type="submit" wide busy={activate.isPending}>
          {t('Activate')}
        </Button>
      </Form>
    </FrontPage>
  )
}
