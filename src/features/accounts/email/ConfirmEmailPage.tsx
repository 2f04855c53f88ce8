import type { OutputOf } from '#shared/contract.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { read, useSend } from '#web/api.ts'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { Form } from '#ui/Form.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { isDead, MailLink, LoginLink } from '../MailLink.tsx'
import { Notice } from '../Notice.tsx'
import { emailChanges } from './api.ts'

/** `/confirm-email#token=…`: confirms a new email address, with or without a session. */
export const ConfirmEmailPage = () => (
  <FrontPage title={t('Confirm your address')} animals={['hedgehog', 'owl', 'turtle']}>
    <div className="stack gap-4">
      <MailLink
        ask={(token) => read(emailChanges.link, { token })}
        dead={
          <>
            <p>
              {t(
                'Already confirmed this address? Log in with it. Otherwise, log in with the old one and send the link again from your profile.',
              )}
            </p>
            <LoginLink />
          </>
        }
      >
        {(token, link, onDead) => <Confirmation token={token} link={link} onDead={onDead} />}
      </MailLink>
    </div>
  </FrontPage>
)

type ConfirmationProps = { token: string; link: OutputOf<typeof emailChanges.link>; onDead: () => void }

/** Asks for a click before confirming, because email scanners open links, and some run the page's scripts. */
function Confirmation({ token, link: { email }, onDead }: ConfirmationProps) {
  const confirm = useSend(emailChanges.confirm, { onError: (error) => isDead(error) && onDead() })
  if (confirm.isSuccess)
    return (
      <>
        <Notice kind="done">{t('{email} is confirmed. From now on, use it to log in.', { email })}</Notice>
        <LoginLink />
      </>
    )
  return (
    <Form
      className="stack gap-4"
      onSubmit={() => {
        if (!confirm.isPending) confirm.mutate({ token })
      }}
    >
      {confirm.error && <Notice kind="error">{sentenceFor(confirm.error)}</Notice>}
      <p>
        <Sentence
          text="Do you want to log in with {email} from now on?"
          email={<strong className="breakable">{email}</strong>}
        />
      </p>
      <Button kind="primary" type="submit" wide busy={confirm.isPending}>
        {t('Confirm')}
      </Button>
    </Form>
  )
}
