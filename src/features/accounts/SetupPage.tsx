import { FrontPage } from '#web/shell/FrontPage.tsx'
import { NewPassword } from './NewPassword.tsx'

/** `/setup#token=…`: an invited person chooses their first password. */
export function SetupPage() {
  return (
    <FrontPage title="Set up your account">
      <NewPassword
        save="Set up account"
        done="Your account is ready. Log in with your new password."
        dead={
          <p>
            Already set up your account? Log in. Otherwise, ask the person who invited you to send a new
            invitation.
          </p>
        }
      />
    </FrontPage>
  )
}
