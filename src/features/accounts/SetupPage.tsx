import { t } from '#shared/language.ts'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { NewPassword } from './NewPassword.tsx'

/** `/setup#token=…`: lets an invited person choose their first password. */
export function SetupPage() {
  return (
    <FrontPage title={t('Set up your account')}>
      <NewPassword
        save={t('Set up account')}
        done={t('Your account is ready. Log in with your new password.')}
        dead={
          <p>
            {t(
              'Already set up your account? Log in. Otherwise, ask the person who invited you to send a new invitation.',
            )}
          </p>
        }
      />
    </FrontPage>
  )
}
