import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's family pages and messages. */
export const es: Catalog = {
  'Your center isn’t active right now, so you can’t log in. Your work is saved. Please contact your center.':
    'Su centro no está activo en este momento, así que no puede iniciar sesión. Su trabajo está guardado. Póngase en contacto con su centro.',
  'Picture saved.': 'Imagen guardada.',
  'Choose your animal': 'Elige tu animal',
  Cancel: 'Cancelar',
  'Choose the {animal}': 'Elegir: {animal}',
  Animals: 'Animales',
  'Password changed. You have been logged out everywhere else.':
    'Contraseña cambiada. Se cerró la sesión en todos los demás dispositivos.',
  'Current password': 'Contraseña actual',
  'Change password': 'Cambiar contraseña',
  'Check your email': 'Revise su correo',
  'If {email} belongs to an account with an email address, a link to choose a new password is on its way.':
    'Si {email} tiene una cuenta con correo electrónico, va en camino un enlace para elegir una contraseña nueva.',
  'No email after a few minutes? Check your spam folder, or ask your center.':
    '¿No llega el correo en unos minutos? Revise la carpeta de correo no deseado o pregunte en su centro.',
  'Back to login': 'Volver al inicio de sesión',
  'Forgot your password?': '¿Olvidó su contraseña?',
  'Enter your email or user name, and we’ll send you a link to choose a new one.':
    'Escriba su correo o nombre de usuario y le enviaremos un enlace para elegir una nueva.',
  'Email or user name': 'Correo o nombre de usuario',
  'Students without an email address get a new link from their center.':
    'Los estudiantes sin correo reciben un enlace nuevo de su centro.',
  'Send link': 'Enviar enlace',
  Password: 'Contraseña',
  'Log in': 'Iniciar sesión',
  'One more step': 'Un paso más',
  'Welcome to Blended Learning': 'Le damos la bienvenida a Blended Learning',
  'This link has already been used or has expired.': 'Este enlace ya se usó o venció.',
  'Checking the link': 'Verificando el enlace',
  'The link couldn’t be checked.': 'No se puede verificar el enlace.',
  'Go to login': 'Ir al inicio de sesión',
  'First name': 'Nombre',
  'Last name': 'Apellido',
  Email: 'Correo electrónico',
  'Saved. We sent a link to {email} to confirm it.':
    'Guardado. Enviamos un enlace a {email} para confirmarlo.',
  'Saved.': 'Guardado.',
  'Your name and email': 'Su nombre y correo',
  'Name and email': 'Nombre y correo',
  Save: 'Guardar',
  'Your own password': 'Su propia contraseña',
  'Required because email about your account will go to the new address.':
    'Es necesaria porque el correo sobre su cuenta irá a la dirección nueva.',
  'Required because email about this account will go to the new address.':
    'Es necesaria porque el correo sobre esta cuenta irá a la dirección nueva.',
  'Hello {firstName}! You log in as {signInName}.':
    '¡Hola, {firstName}! Su nombre para iniciar sesión es {signInName}.',
  'New password': 'Contraseña nueva',
  '8 to 100 characters. A few words that only you would put together are easy to remember and hard to guess.':
    'De 8 a 100 caracteres. Unas palabras que solo usted combinaría son fáciles de recordar y difíciles de adivinar.',
  'A password {message}.': 'La contraseña {message}.',
  'must have at least 8 characters': 'debe tener al menos 8 caracteres',
  'must have at most 100 characters': 'debe tener como máximo 100 caracteres',
  'Choose a new password': 'Elija una contraseña nueva',
  'Save password': 'Guardar contraseña',
  'Password changed. Log in with the new one.': 'Contraseña cambiada. Inicie sesión con la nueva.',
  '{link}, or ask your center if you don’t have an email address.':
    '{link}, o pregunte en su centro si no tiene correo electrónico.',
  'Request a new link': 'Pida un enlace nuevo',
  'Two-step login': 'Verificación en dos pasos',
  Passkeys: 'Llaves de acceso',
  'Loading your passkeys': 'Cargando sus llaves de acceso',
  'Logged in': 'Sesiones abiertas',
  'Loading the account': 'Cargando la cuenta',
  'Account not found': 'Cuenta no encontrada',
  'The account couldn’t be loaded.': 'No se pudo cargar la cuenta.',
  'Two-step login is off for this account. Its owner will be notified by email.':
    'La verificación en dos pasos está desactivada para esta cuenta. Se avisará por correo.',
  'Not set up for this account.': 'No está configurada para esta cuenta.',
  'On. If the owner lost both their phone and their recovery codes, you can turn it off.':
    'Activada. Si la persona perdió el teléfono y los códigos de recuperación, puede desactivarla.',
  'Lost phone': 'Teléfono perdido',
  'Turn off two-step login?': '¿Desactivar la verificación en dos pasos?',
  'Turn off': 'Desactivar',
  'Only do this if you are sure who is asking. Their codes will stop working, and we’ll notify them by email.':
    'Hágalo solo si sabe con certeza quién lo pide. Los códigos de esa persona dejarán de funcionar y se le avisará a ella por correo.',
  'Change picture': 'Cambiar imagen',
  'Change name or email': 'Cambiar nombre o correo',
  'Is your name wrong? Please tell your center.': '¿Tu nombre está mal? Avisa en tu centro.',
  Role: 'Función',
  Account: 'Cuenta',
  'User name': 'Nombre de usuario',
  Centers: 'Centros',
  All: 'Todos',
  Center: 'Centro',
  None: 'Ninguno',
  'Set up your account': 'Configure su cuenta',
  'Set up account': 'Configurar la cuenta',
  'Your account is ready. Log in with your new password.':
    'Su cuenta está lista. Inicie sesión con su contraseña nueva.',
  'Already set up your account? Log in. Otherwise, ask the person who invited you to send a new invitation.':
    '¿Ya configuró su cuenta? Inicie sesión. Si no, pida una invitación nueva a quien le envió la anterior.',
  'strong enough': 'suficientemente segura',
  'must be {strength} or better': 'debe ser al menos {strength}',
  'Very weak': 'Muy débil',
  Weak: 'Débil',
  Fair: 'Aceptable',
  Good: 'Buena',
  Strong: 'Muy buena',
  'Confirm your address': 'Confirme su correo electrónico',
  'Already confirmed this address? Log in with it. Otherwise, log in with the old one and send the link again from your profile.':
    '¿Ya confirmó este correo? Inicie sesión con él. Si no, inicie sesión con el anterior y envíe de nuevo el enlace desde su perfil.',
  '{email} is confirmed. From now on, use it to log in.':
    '{email} está confirmado. Desde ahora, úselo para iniciar sesión.',
  'Do you want to log in with {email} from now on?': '¿Quiere iniciar sesión con {email} desde ahora?',
  Confirm: 'Confirmar',
  'The link sent to {email} has expired.': 'El enlace enviado a {email} venció.',
  'Waiting for you to confirm {email}': 'Falta que confirme {email}',
  'Waiting for {email} to be confirmed': 'Falta confirmar {email}',
  'Link sent again.': 'Enlace enviado de nuevo.',
  'Email change canceled.': 'Cambio de correo cancelado.',
  'New email address': 'Correo electrónico nuevo',
  'Send again': 'Enviar de nuevo',
  'Cancel the new email address': 'Cancelar el correo nuevo',
  'Turn on': 'Activar',
  'Off. Turn it on to log in with a code from your phone as well as your password, so a stolen password isn’t enough.':
    'Desactivada. Actívela para iniciar sesión con un código de su teléfono además de la contraseña; así no basta con robar la contraseña.',
  'Set up': 'Configurar',
  'Two-step login is on, but we couldn’t show you the recovery codes, and they can’t be shown again. Create new ones unless you have saved them.':
    'La verificación en dos pasos está activada, pero no pudimos mostrarle los códigos de recuperación y no se pueden mostrar de nuevo. Cree códigos nuevos si no los guardó.',
  'On. {codes} left.': 'Activada. Aún tiene {codes}.',
  'New recovery codes': 'Códigos de recuperación nuevos',
  'Create new recovery codes?': '¿Crear códigos de recuperación nuevos?',
  'Create new codes': 'Crear códigos nuevos',
  'Your old recovery codes will stop working.':
    'Los códigos de recuperación anteriores dejarán de funcionar.',
  'Two-step login is off. You now log in with just your password.':
    'La verificación en dos pasos está desactivada. Ahora inicia sesión solo con su contraseña.',
  'Enter your password to turn it off': 'Ingrese su contraseña para desactivarla',
  'Code from your app, or a recovery code': 'Código de su aplicación o código de recuperación',
  'Scan this with an authenticator app on your phone, or type in the key. Then enter the six digits it shows.':
    'Escanee esto con una aplicación de autenticación en su teléfono, o escriba la clave. Luego escriba los seis dígitos que muestra.',
  Copy: 'Copiar',
  'Open an authenticator app on this device': 'Abrir una aplicación de autenticación en este dispositivo',
  'The key for your authenticator app': 'La clave para su aplicación de autenticación',
  'Key:': 'Clave:',
  Code: 'Código',
  'If you lose your phone, you can log in with these codes. Each works once. Print them or write them down. They won’t be shown again.':
    'Si pierde su teléfono, puede iniciar sesión con estos códigos. Cada uno sirve una vez. Imprímalos o anótelos. No se volverán a mostrar.',
  'Recovery codes': 'Códigos de recuperación',
  Print: 'Imprimir',
  'I’ve saved them': 'Ya los guardé',
  'Log in with {name}': 'Iniciar sesión con {name}',
  'Log in with a passkey': 'Iniciar sesión con una llave de acceso',
  'This device already has a passkey for your account.':
    'Este dispositivo ya tiene una llave de acceso para su cuenta.',
  'your passkeys': 'sus llaves de acceso',
  'No passkeys yet.': 'Aún no hay llaves de acceso.',
  'A passkey lets you log in with your fingerprint, face or screen lock instead of a password. It can’t be guessed or given away by mistake.':
    'Con una llave de acceso inicia sesión con su huella, su cara o el bloqueo de pantalla, sin contraseña. No se puede adivinar ni entregar por error.',
  'last used {usedAt}': 'último uso: {usedAt}',
  'added {createdAt}, not used yet': 'agregada: {createdAt}, aún sin usar',
  'Rename {name}': 'Cambiar nombre: {name}',
  Rename: 'Cambiar nombre',
  'Remove {name}': 'Quitar {name}',
  Remove: 'Quitar',
  'This browser can’t create passkeys.': 'Este navegador no puede crear llaves de acceso.',
  'The passkey was added. You can log in with it from now on.':
    'Se agregó la llave de acceso. Desde ahora puede iniciar sesión con ella.',
  'Add a passkey': 'Agregar una llave de acceso',
  'Rename this passkey': 'Cambiar el nombre de esta llave de acceso',
  Name: 'Nombre',
  'The passkey was removed.': 'Se quitó la llave de acceso.',
  'Remove “{name}”?': '¿Quitar “{name}”?',
  'You won’t be able to log in with it anymore. Delete it from the device as well, or it will still be offered there.':
    'Ya no podrá iniciar sesión con ella. Bórrela también en el dispositivo; si no, se seguirá ofreciendo allí.',
  'Your requests couldn’t be loaded.': 'No se pudieron cargar sus solicitudes.',
  Requests: 'Solicitudes',
  '{centerId} wants to add {name} to your account': '{centerId} quiere agregar a {name} a su cuenta',
  'Your type of account can’t be used for this. Decline, and give {centerId} a different email address.':
    'Su tipo de cuenta no sirve para esto. Rechace la solicitud y dé a {centerId} otro correo electrónico.',
  'If you accept, you’ll join its staff, and its managers will be able to see your profile.':
    'Si acepta, pasará a formar parte del personal y la dirección del centro podrá ver su perfil.',
  'If you accept, you can see {name}’s classes, work and results there. If you don’t know this child or this center, decline.':
    'Si acepta, podrá ver las clases, los trabajos y los resultados de {name} en ese centro. Si no conoce a este niño o este centro, rechace la solicitud.',
  'You accepted the request.': 'Aceptó la solicitud.',
  'You declined the request.': 'Rechazó la solicitud.',
  Accept: 'Aceptar',
  Decline: 'Rechazar',
  'Declined on {declinedAt}': 'Rechazada el {declinedAt}',
  'Waiting for the parent’s consent': 'A la espera del consentimiento del padre o la madre',
  'Waiting for their consent': 'A la espera de su consentimiento',
  'Logged out.': 'Sesión cerrada.',
  'the sessions': 'las sesiones',
  'Not logged in anywhere.': 'No hay sesiones abiertas.',
  Sessions: 'Sesiones',
  'Log out {browser}, {each}': 'Cerrar sesión en {browser}, {each}',
  'Log out everywhere else': 'Cerrar sesión en los demás dispositivos',
  'Log out everywhere': 'Cerrar sesión en todos los dispositivos',
  'last used {seenAt}': 'último uso: {seenAt}',
  'this browser': 'este navegador',
  'from {address}': 'desde {address}',
  '{browser} on {system}': '{browser} en {system}',
  'An unknown browser': 'Un navegador desconocido',
  Admin: 'Administración',
  Manager: 'Dirección',
  Operator: 'Recepción',
  Editor: 'Edición',
  Device: 'Dispositivo',
  Student: 'Estudiante',
  Parent: 'Padre o madre',
  'recovery codes': 'código de recuperación|códigos de recuperación',
  'Confirm your new email address': 'Confirme su nueva dirección de correo',
  'Hello,\n\nThis address was entered as the new email address of a Blended Learning account. If the account is yours, confirm this address here:\n\n{link}\n\nThe link works once, within 24 hours. If you weren’t expecting this message, you can ignore it. Nothing will change.\n':
    'Hola:\n\nSe indicó esta dirección como el nuevo correo de una cuenta de Blended Learning. Si la cuenta es suya, confírmela aquí:\n\n{link}\n\nEl enlace sirve una vez, durante 24 horas. Si no esperaba este mensaje, puede ignorarlo. No cambiará nada.\n',
  'Your email address is about to change': 'Su correo electrónico está a punto de cambiar',
  'Hello {firstName},\n\nA new email address was entered for your account. This one stays in use until the new one is confirmed.\n\nIf you don’t want this change, log in and cancel it in your profile. If you don’t know who requested it, choose a new password. That stops the change and logs everyone out.\n\n{link}\n':
    'Hola, {firstName}:\n\nSe indicó un correo nuevo para su cuenta. Este sigue en uso hasta que se confirme el nuevo.\n\nSi no quiere este cambio, inicie sesión y cancélelo en su perfil. Si no sabe quién lo pidió, elija una contraseña nueva. Eso detiene el cambio y cierra todas las sesiones.\n\n{link}\n',
  'Your email address was changed': 'Su correo electrónico cambió',
  'Hello {firstName},\n\nThe email address of your account was just changed. You will no longer get messages here. If it wasn’t you, please tell your center right away.\n':
    'Hola, {firstName}:\n\nEl correo de su cuenta acaba de cambiar. Ya no recibirá mensajes aquí. Si no fue usted, avise a su centro de inmediato.\n',
  'Hello {firstName},\n\nThis is now the email address of your account. Use it to log in. You will also get messages here.\n':
    'Hola, {firstName}:\n\nEste es ahora el correo de su cuenta. Aquí recibirá los mensajes, y lo usa para iniciar sesión.\n',
  'Your password was changed': 'Su contraseña cambió',
  'Hello {firstName},\n\nYour password was just changed. If this was you, no action is needed.\n\nIf it wasn’t, please tell your center right away.\n':
    'Hola, {firstName}:\n\nSu contraseña acaba de cambiar. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted, avise a su centro de inmediato.\n',
  'Hello {firstName},\n\nAn account was created for you. Choose your password here:\n\n{address}\n\nThe link works once, within seven days. If you weren’t expecting this message, you can ignore it.\n':
    'Hola, {firstName}:\n\nSe creó una cuenta para usted. Elija su contraseña aquí:\n\n{address}\n\nEl enlace sirve una vez, durante siete días. Si no esperaba este mensaje, puede ignorarlo.\n',
  'Reset your Blended Learning password': 'Restablezca su contraseña de Blended Learning',
  'Hello {firstName},\n\nChoose a new password here:\n\n{address}\n\nThe link works once, within thirty minutes. If you weren’t expecting this message, you can ignore it.\n':
    'Hola, {firstName}:\n\nElija una contraseña nueva aquí:\n\n{address}\n\nEl enlace sirve una vez, durante treinta minutos. Si no esperaba este mensaje, puede ignorarlo.\n',
  'Password reset link for {child}': 'Enlace para una contraseña nueva de {child}',
  'Hello {parent},\n\n{center} created a link that lets {child} choose a new password. If nobody asked for it, please contact the center right away.\n':
    'Hola, {parent}:\n\n{center} creó un enlace con el que {child} puede elegir una contraseña nueva. Si nadie lo pidió, póngase en contacto con el centro de inmediato.\n',
  '{center} is asking for your consent': '{center} le pide su consentimiento',
  'Hello {firstName},\n\n{center} would like to add a child to your account. Nothing changes unless you accept. Log in to accept or decline:\n\n{link}\n\nIf you don’t know this center, decline.\n':
    'Hola, {firstName}:\n\n{center} quiere agregar a un niño a su cuenta. Nada cambia si usted no acepta. Inicie sesión para aceptar o rechazar:\n\n{link}\n\nSi no conoce este centro, rechácelo.\n',
  'Hello {firstName},\n\n{center} would like to add you to its staff. Nothing changes unless you accept. Log in to accept or decline:\n\n{link}\n\nIf you don’t know this center, decline.\n':
    'Hola, {firstName}:\n\n{center} quiere incorporarle a su personal. Nada cambia si usted no acepta. Inicie sesión para aceptar o rechazar:\n\n{link}\n\nSi no conoce este centro, rechácelo.\n',
  'Wrong email, user name or password.': 'Correo, nombre de usuario o contraseña incorrectos.',
  'Hello {firstName},\n\n{what} If this wasn’t you, choose a new password and tell your center right away.\n':
    'Hola, {firstName}:\n\n{what} Si no fue usted, elija una contraseña nueva y avise a su centro de inmediato.\n',
  'A passkey was added to your account': 'Se agregó una llave de acceso a su cuenta',
  'A passkey was removed from your account': 'Se quitó una llave de acceso de su cuenta',
  'The passkey “{name}” can now be used to log in to your account, even after you change your password. You can remove it in your profile.':
    'La llave de acceso “{name}” ya sirve para iniciar sesión en su cuenta, incluso después de cambiar la contraseña. Puede quitarla en su perfil.',
  'The passkey “{name}” can no longer be used to log in to your account.':
    'La llave de acceso “{name}” ya no sirve para iniciar sesión en su cuenta.',
  this: 'esto',
  'Staff here also need a code to log in. You only need to set this up once.':
    'Aquí el personal también inicia sesión con un código. Solo tiene que configurarlo una vez.',
  'Loading the key': 'Cargando la clave',
  'Six digits from your authenticator app, or a recovery code.':
    'Los seis dígitos de su aplicación de autenticación, o un código de recuperación.',
  'Your recovery codes couldn’t be loaded.': 'No se pudieron cargar sus códigos de recuperación.',
  'You are logged in. If you continue without recovery codes and lose your phone, you can’t log in until an admin turns off two-step login for you. You can create codes later in your profile.':
    'Ya inició sesión. Si continúa sin códigos de recuperación y pierde su teléfono, no podrá iniciar sesión hasta que alguien de administración desactive su verificación en dos pasos. Puede crear los códigos más tarde en su perfil.',
  'Continue without recovery codes': 'Continuar sin códigos de recuperación',
  'Your recovery codes are being created.': 'Se están creando sus códigos de recuperación.',
  'This code is wrong, expired or already used.': 'Este código es incorrecto, venció o ya se usó.',
  'That took too long. Please log in again.': 'Pasó demasiado tiempo. Inicie sesión de nuevo.',
  'Two-step login is already on. Turn it off first.':
    'La verificación en dos pasos ya está activada. Desactívela primero.',
  'Enter the code that your authenticator app shows.':
    'Escriba el código que muestra su aplicación de autenticación.',
  'Your center requires staff to log in with a code as well. Set it up now.':
    'Su centro exige que el personal también inicie sesión con un código. Configúrelo ahora.',
  'Two-step login is off.': 'La verificación en dos pasos está desactivada.',
  'Your center requires staff to log in with a code, so you can’t turn it off.':
    'Su centro exige que el personal inicie sesión con un código, así que no puede desactivarla.',
  'Enter your password or a code.': 'Escriba su contraseña o un código.',
  'Another account has this email address.': 'Otra cuenta tiene este correo electrónico.',
  'There is no new email address to confirm.': 'No hay ningún correo nuevo por confirmar.',
  'This account is closed. Reopen it before you change its email address.':
    'Esta cuenta está cerrada. Reábrala antes de cambiar su correo.',
  'This email address is now used by another account. Log in and enter a different address.':
    'Ahora otra cuenta tiene este correo. Inicie sesión y escriba otro.',
  'We don’t recognize this Google account. Log in with your email and password.':
    'No conocemos esta cuenta de Google. Inicie sesión con su correo y contraseña.',
  'We don’t recognize this account, or the login wasn’t completed. Log in with your email and password.':
    'No conocemos esta cuenta, o el inicio de sesión no se completó. Inicie sesión con su correo y contraseña.',
  'We don’t recognize this passkey. Log in with your email and password.':
    'No conocemos esta llave de acceso. Inicie sesión con su correo y contraseña.',
  'This passkey couldn’t be added. Please try again.':
    'No se pudo agregar esta llave de acceso. Inténtelo de nuevo.',
  'You can have at most {maxPasskeys} passkeys. Remove one first.':
    'Puede tener {maxPasskeys} llaves de acceso. Quite una primero.',
  'This link has already been used or has expired. Request a new one.':
    'Este enlace ya se usó o venció. Pida uno nuevo.',
  'The current password is wrong.': 'La contraseña actual es incorrecta.',
  'This password is {strength}. {feedback}': 'Esta contraseña es {strength}. {feedback}',
  'very weak': 'muy débil',
  weak: 'débil',
  fair: 'aceptable',
  'Choose a longer one.': 'Elija una más larga.',
  'Words such as learning or student are easy to guess here.':
    'Palabras como learning o student son fáciles de adivinar aquí.',
  'Straight rows of keys on your keyboard are easy to guess.':
    'Las filas seguidas de teclas son fáciles de adivinar.',
  'Short keyboard patterns are easy to guess.': 'Los patrones cortos del teclado son fáciles de adivinar.',
  'Repeated characters like "aaa" are easy to guess.':
    'Los caracteres repetidos, como "aaa", son fáciles de adivinar.',
  'Repeated character patterns like "abcabcabc" are easy to guess.':
    'Las repeticiones, como "abcabcabc", son fáciles de adivinar.',
  'Common character sequences like "abc" are easy to guess.':
    'Las secuencias comunes, como "abc", son fáciles de adivinar.',
  'Recent years are easy to guess.': 'Los años recientes son fáciles de adivinar.',
  'Dates are easy to guess.': 'Las fechas son fáciles de adivinar.',
  'This is a heavily used password.': 'Muchísimas personas usan esta contraseña.',
  'This is a frequently used password.': 'Muchas personas usan esta contraseña.',
  'This is a commonly used password.': 'Es una contraseña común.',
  'This is similar to a commonly used password.': 'Se parece a una contraseña común.',
  'Single words are easy to guess.': 'Una sola palabra es fácil de adivinar.',
  'Single names or surnames are easy to guess.': 'Un nombre o apellido solo es fácil de adivinar.',
  'Common names and surnames are easy to guess.': 'Los nombres y apellidos comunes son fáciles de adivinar.',
  'Personal details, such as your name or email address, are easy to guess.':
    'Los datos personales, como su nombre o su correo, son fáciles de adivinar.',
  'Add more words that are less common.': 'Agregue más palabras que sean menos comunes.',
  'Use multiple words, but avoid common phrases.': 'Use varias palabras, pero evite frases comunes.',
  '{field} can’t be changed here.': '{field} no se puede cambiar aquí.',
  'You can only change your picture. Please ask your center for anything else.':
    'Solo puedes cambiar tu imagen. Para lo demás, pregunta en tu centro.',
  'This account needs an email address to log in. You can change the address, but not remove it.':
    'Esta cuenta necesita un correo electrónico para iniciar sesión. Puede cambiarlo, pero no quitarlo.',
  'Enter your current password to change the email address.':
    'Escriba su contraseña actual para cambiar el correo electrónico.',
  'Enter your own password to change the email address.':
    'Escriba su propia contraseña para cambiar el correo electrónico.',
  '{centerId} would like to add you to its staff as an operator':
    '{centerId} le invita a formar parte de su personal, en recepción',
  '{centerId} would like to add you to its staff as a teacher':
    '{centerId} le invita a formar parte de su personal como maestro',
  '{centerId} would like to add you to its staff as an assistant':
    '{centerId} le invita a formar parte de su personal como asistente',
  Animal: 'Animal',
  'Two-step login was turned on': 'Se activó la verificación en dos pasos',
  'Two-step login was turned off': 'Se desactivó la verificación en dos pasos',
  'From now on, you also need a code from your phone to log in.':
    'A partir de ahora, también necesita un código de su teléfono para iniciar sesión.',
  'Two-step login was turned off. From now on, you log in with just your password.':
    'Se desactivó la verificación en dos pasos. A partir de ahora, inicia sesión solo con su contraseña.',
  'An admin turned off two-step login for your account. You can set it up again in your profile.':
    'La administración desactivó la verificación en dos pasos de su cuenta. Puede configurarla de nuevo en su perfil.',
  'Hello {firstName},\n\n{what} If you didn’t expect this, please tell your center right away.\n':
    'Hola, {firstName}:\n\n{what} Si no lo esperaba, avise a su centro de inmediato.\n',
}
