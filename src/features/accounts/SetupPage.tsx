import { FrontPage } from '#web/shell/FrontPage.tsx'
import { NewPassword } from './NewPassword.tsx'

/** `/setup#token=…`: an invited person chooses the first password. */
export function SetupPage() {
  return (
    <FrontPage title="Set up your account">
      <NewPassword
        save="Set up account"
        done="Your account is ready. Log in with your new password."
        dead={<p>Have you set up your account already? Then log in. Otherwise ask whoever invited you to send the invitation again.</p>}
      />
    </FrontPage>
  )
}
