import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's staff pages. */
export const esStaff: Catalog = {
  '{accounts} shown so far': '{accounts} hasta ahora',
  '{name} added to the staff.': '{name} ya forma parte del personal.',
  '{name} was removed from the {duty}.': 'Se quitó a {name} ({duty}).',
  '{name}’s account is closed.': 'La cuenta de {name} está cerrada.',
  '{name}’s account has been reopened.': 'La cuenta de {name} está abierta de nuevo.',
  'A manager or an operator needs at least one center.':
    'La dirección y la recepción necesitan al menos un centro.',
  accounts: 'cuenta|cuentas',
  Accounts: 'Cuentas',
  Actions: 'Acciones',
  'Actions for {name}': 'Acciones para {name}',
  'Add staff member': 'Agregar al personal',
  'An account with this email address already exists.': 'Ya existe una cuenta con este correo electrónico.',
  'An operator needs an email address for the invitation.':
    'Para invitar a alguien de recepción se necesita un correo electrónico.',
  'Anyone with your password can see all of this.': 'Cualquiera que tenga su contraseña puede ver todo esto.',
  assistant: 'asistente',
  Assistant: 'Asistente',
  assistants: 'asistente|asistentes',
  'Can be sent again after {moment}': 'Se puede enviar de nuevo a partir del {moment}',
  'Centers (optional)': 'Centros (opcional)',
  'Choose at least one center.': 'Elija al menos un centro.',
  'Close {name}’s account?': '¿Cerrar la cuenta de {name}?',
  'Close account': 'Cerrar la cuenta',
  Closed: 'Cerrado',
  'Erase permanently': 'Borrar definitivamente',
  Failed: 'Falló',
  'If this address already has an account, its owner has to accept first, unless they only work at this center.':
    'Si este correo ya tiene una cuenta, su titular debe aceptar primero, salvo que trabaje solo en este centro.',
  'Invitation created for {name}.': 'Se creó la invitación para {name}.',
  'Invitations, password links and messages to families appear here, so you can read them and pass them on even if no mail server is set up.':
    'Aquí aparecen las invitaciones, los enlaces de contraseña y los mensajes a las familias. Así puede leerlos y reenviarlos aunque no haya un servidor de correo configurado.',
  'Invite again': 'Invitar de nuevo',
  'Invite someone': 'Invitar a alguien',
  Invited: 'Invitado',
  'Keep it closed': 'Dejarla cerrada',
  'Keep it open': 'Dejarla abierta',
  'Loading accounts': 'Cargando las cuentas',
  'Loading emails': 'Cargando el correo',
  'Name, email or user name': 'Nombre, correo o usuario',
  'New invitation created for {name}.': 'Se creó una invitación nueva para {name}.',
  'No mail server is set up.': 'No hay un servidor de correo configurado.',
  'No mail server is set up. Open the link here, or pass it on.':
    'No hay un servidor de correo configurado. Abra el enlace aquí o reenvíelo.',
  'No emails yet': 'Aún no hay correo',
  'No results for “{find}”': 'No hay resultados para “{find}”',
  'Not sent': 'Sin enviar',
  'office staff': 'oficina',
  'The requests couldn’t be loaded.': 'No se pudieron cargar las solicitudes.',
  operator: 'recepción',
  'Operators log in and run this center day to day. The invitation lets them choose a password.':
    'El personal de recepción inicia sesión y lleva el día a día del centro. Con la invitación elige su contraseña.',
  Permanent: 'Titular',
  'Permanent or substitute': 'Titular o suplente',
  'Remove {name} from the {duty}?': '¿Quitar a {name} ({duty})?',
  'Remove the request to {name}': 'Quitar la solicitud a {name}',
  'Reopen {name}’s account?': '¿Reabrir la cuenta de {name}?',
  'Reopen account': 'Reabrir la cuenta',
  'Request to {name} removed.': 'Se quitó la solicitud a {name}.',
  'Request to {name} withdrawn.': 'Se retiró la solicitud a {name}.',
  'Saved {firstName}.': 'Se guardaron los datos de {firstName}.',
  'Search accounts by name, email or user name': 'Buscar cuentas por nombre, correo o usuario',
  'Search by any part of a name, an email address or a user name. You can invite people who aren’t listed yet.':
    'Busque por una parte del nombre, del correo o del usuario. Puede invitar a quienes aún no estén en la lista.',
  'View mail': 'Ver el correo',
  'Send invitation': 'Enviar invitación',
  'Sent {name} a request. They’ll join the staff once they accept.':
    'Se envió una solicitud a {name}. Formará parte del personal cuando la acepte.',
  Stopped: 'Detenido',
  Substitute: 'Suplente',
  teacher: 'maestro',
  Teacher: 'Maestro',
  teachers: 'maestro|maestros',
  'Teachers and assistants don’t need an account. They use the center’s devices.':
    'Los maestros y asistentes no necesitan una cuenta. Usan los dispositivos del centro.',
  'The accounts couldn’t be loaded.': 'No se pudieron cargar las cuentas.',
  'The centers couldn’t be loaded.': 'No se pudieron cargar los centros.',
  'The emails couldn’t be loaded.': 'No se pudo cargar el correo.',
  'The person can log in again with the same password as before.':
    'La persona podrá iniciar sesión de nuevo con la misma contraseña de antes.',
  'The person with this email address already has this role here.':
    'La persona con este correo ya tiene esta función aquí.',
  'They’ll be logged out right away and won’t be able to see this center anymore.':
    'Se cerrará su sesión de inmediato y ya no podrá ver este centro.',
  'They’ll be logged out right away and won’t be able to log in. We keep all records, and you can reopen the account.':
    'Se cerrará su sesión de inmediato y no podrá volver a iniciarla. Conservamos todos los datos, y usted puede reabrir la cuenta.',
  'This account has no email address.': 'Esta cuenta no tiene correo electrónico.',
  'This account is closed. An admin can reopen it.':
    'Esta cuenta está cerrada. Alguien de administración puede reabrirla.',
  'This account is in use. If the owner lost the password, they can reset it on the login page.':
    'Esta cuenta está en uso. Si su titular perdió la contraseña, puede restablecerla en la página de inicio de sesión.',
  'This email address belongs to a student’s or parent’s account. Enter a different one.':
    'Este correo pertenece a la cuenta de un estudiante o de un padre o madre. Escriba otro.',
  'This is a manager’s or an admin’s account, so only an admin can change its centers.':
    'Esta cuenta es de dirección o de administración, así que solo la administración puede cambiar dónde trabaja.',
  'This is the last admin account, so it can’t be closed.':
    'Es la última cuenta de administración, así que no se puede cerrar.',
  'This page no longer exists. Start again from the first page.':
    'Esta página ya no existe. Empiece de nuevo desde la primera.',
  'This parent has no email address.': 'Este padre o madre no tiene correo electrónico.',
  'This person also works at another center, so only an admin can change the name.':
    'Esta persona también trabaja en otro centro, así que solo la administración puede cambiar el nombre.',
  'This person has an account. Only an admin or the person, in their own profile, can change the name.':
    'Esta persona tiene una cuenta, así que solo ella o la administración puede cambiar el nombre, en su perfil.',
  'This request was declined. You can send it again or remove it starting {when}.':
    'Esta solicitud fue rechazada. Puede enviarla de nuevo o quitarla a partir del {when}.',
  'This student is at another center too, so only an admin can create this link.':
    'Este estudiante también está en otro centro, así que solo la administración puede crear este vínculo.',
  'Turn on two-step login': 'Activar la verificación en dos pasos',
  'Waiting for consent': 'A la espera del consentimiento',
  'We keep all records.': 'Conservamos todos los datos.',
  'We keep all their records. To add this person again later, use the same email address.':
    'Conservamos todos los datos. Para agregar de nuevo a la persona, use el mismo correo electrónico.',
  'We’ll email them a link to choose a password. It works for seven days.':
    'Le enviaremos por correo un enlace para elegir una contraseña. Sirve durante siete días.',
  Withdraw: 'Retirar',
  'Withdraw the request to {name}': 'Retirar la solicitud a {name}',
  'You can’t close your own account.': 'No puede cerrar su propia cuenta.',
  someone: 'alguien',
  manager: 'dirección',
  staff: 'personal',
  'gave {person} the {duty} role': 'agregó a {person} al personal ({duty})',
  'offered {person} the {duty} role': 'pidió a {person} unirse al personal ({duty})',
  'withdrew a request for consent': 'retiró una solicitud de consentimiento',
  'accepted the {duty} role': 'aceptó formar parte del personal ({duty})',
  'agreed to be linked to this student': 'aceptó ver a este estudiante',
  'declined the {duty} role': 'rechazó formar parte del personal ({duty})',
  'declined to be linked to this student': 'rechazó ver a este estudiante',
  'removed the {duty} role': 'puso fin a su función ({duty})',
  'created a password reset link': 'creó un enlace para restablecer la contraseña',
  'created the user name {userName} and a link to get started':
    'creó el nombre de usuario {userName} y un enlace para empezar',
  'sent an invitation': 'envió una invitación',
  '{changes}, confirmed by email': '{changes}, confirmado por correo',
  'closed the account': 'cerró la cuenta',
  'reopened the account': 'reabrió la cuenta',
  'logged in': 'inició sesión',
  'logged in with Google': 'inició sesión con Google',
  'logged in with the organization’s account': 'inició sesión con una cuenta de la organización',
  'logged in with a passkey': 'inició sesión con una llave de acceso',
  'added the passkey “{name}”': 'agregó la llave de acceso “{name}”',
  'removed the passkey “{name}”': 'quitó la llave de acceso “{name}”',
  'logged out': 'cerró sesión',
  'logged in with Google or the organization’s account for the first time':
    'inició sesión por primera vez con Google o la cuenta de la organización',
  'logged {person} out of {sessions}': 'cerró {sessions} de {person}',
  'turned on two-step login': 'activó el inicio de sesión con código',
  'turned off two-step login': 'desactivó el inicio de sesión con código',
  'created new recovery codes': 'creó códigos de recuperación nuevos',
  'turned off two-step login for {person}': 'permitió a {person} iniciar sesión sin código',
  'created the first admin': 'creó la primera cuenta de administración',
  'invited {person}': 'invitó a {person}',
  'invited {person} again': 'invitó de nuevo a {person}',
  'entered a new email address for {person}, to be confirmed by email':
    'registró un correo nuevo de {person}, por confirmar',
  'sent {person} another link to confirm the email address':
    'envió a {person} otro enlace para confirmar el correo',
  'canceled {person}’s new email address': 'canceló el correo nuevo de {person}',
  'changed the password': 'cambió la contraseña',
  'sent {person} the requested password reset link':
    'envió a {person} el enlace solicitado para una contraseña nueva',
  'set a new password for {person} with a password link':
    'creó una contraseña nueva para {person} con el enlace',
  'exported the list of staff': 'exportó la lista del personal',
  places: 'lugar|lugares',
}
