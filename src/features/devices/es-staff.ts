import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's staff pages. */
export const esStaff: Catalog = {
  'Add device': 'Agregar dispositivo',
  'Create key': 'Crear clave',
  'For example, Room 3.': 'Por ejemplo: Aula 3.',
  'Choose 4 to 6 digits for all tablets at this center and give them to your teachers and assistants, who enter them before they start. Students don’t need them.':
    'Elija de 4 a 6 dígitos para todas las tabletas de este centro y delos a sus maestros y asistentes, que los escriben antes de empezar. Los estudiantes no los necesitan.',
  'Rename device': 'Cambiar nombre del dispositivo',
  'the devices': 'los dispositivos',
  'No devices yet': 'Aún no hay dispositivos',
  'Teachers and assistants work on shared tablets. Add one, then type its key into the tablet’s browser. Nobody needs a password in the classroom.':
    'Los maestros y asistentes trabajan en tabletas compartidas. Agregue una y escriba su clave en el navegador de la tableta. En el aula nadie necesita contraseña.',
  'Added by {createdBy}': 'Lo agregó {createdBy}',
  '{name} accepts the PIN again.': '{name} acepta el PIN de nuevo.',
  'PIN blocked, {value} min left': 'PIN bloqueado, faltan {value} min',
  'Unblock the PIN on {name}': 'Desbloquear el PIN de {name}',
  'Unblock the PIN': 'Desbloquear el PIN',
  'Waiting for activation, {left} min left': 'Esperando la activación, quedan {left} min',
  'Key expired': 'Clave vencida',
  'Actions for {device}': 'Acciones para {device}',
  'New key': 'Clave nueva',
  'New key for {device}?': '¿Clave nueva para {device}?',
  'Create new key': 'Crear clave nueva',
  'Anyone using it now will be logged out right away, even in the middle of a class. Use the new key on this device or on its replacement.':
    'Quien lo use ahora queda fuera de inmediato, incluso en medio de una clase. Use la nueva clave en este dispositivo o en su reemplazo.',
  'The previous key will stop working.': 'La clave anterior deja de funcionar.',
  '{device} revoked.': '{device}: revocado.',
  'Revoke {device}?': '¿Revocar {device}?',
  'It will be logged out right away, even in the middle of a class.':
    'Se cierra su sesión de inmediato, incluso en medio de una clase.',
  'Its key will stop working.': 'Su clave deja de funcionar.',
  'You can’t undo this. To use the device again, add it as a new one. Work done on it is kept.':
    'No se puede deshacer. Para usar el dispositivo de nuevo, agréguelo como nuevo. El trabajo hecho en él se conserva.',
  '{name} is ready': '{name} está listo',
  'Key for {name}': 'Clave para {name}',
  'Activated in {browser}. It now shows today’s classes.':
    'Activado en {browser}. Ahora muestra las clases de hoy.',
  'Open {value} on the device and type:': 'Abra {value} en el dispositivo y escriba:',
  'or scan this with its camera:': 'o escanee esto con su cámara:',
  'QR code for the same key': 'Código QR de la misma clave',
  'This key has expired. Create a new one.': 'Esta clave venció. Cree una nueva.',
  'It works once and expires in 1 minute.': 'Funciona una vez y vence en 1 minuto.',
  'It works once and expires in {left} minutes.': 'Funciona una vez y vence en {left} minutos.',
  'It won’t be shown again. If you lose it, create a new one in the device’s menu.':
    'No se mostrará de nuevo. Si la pierde, cree una nueva en el menú del dispositivo.',
  'The key was created but didn’t reach this page, and keys are shown only once. Create a new one in the device’s menu.':
    'La clave se creó, pero no llegó a esta página, y las claves solo se muestran una vez. Cree una nueva en el menú del dispositivo.',
  'the device': 'el dispositivo',
  'added {device}': 'agregó {device}',
  'activated {device}': 'activó {device}',
  'renamed {device}': 'cambió el nombre de {device}',
  'unblocked the classroom PIN on {device}': 'permitió a {device} usar de nuevo el PIN del aula',
  'created a new key for {device}': 'creó una clave nueva para {device}',
  'revoked {device}': 'revocó {device}',
  'was used from another IP address': 'continuó desde otra dirección',
  'Waiting for activation': 'Esperando la activación',
  'In use': 'En uso',
  'Key expires': 'La clave vence',
  'This key is wrong, expired or already used. Ask for a new one.':
    'Esta clave es incorrecta, venció o ya se usó. Pida una nueva.',
  'Tap “Leave” and choose your name again, then enter the PIN.':
    'Toque “Salir”, elija de nuevo su nombre y escriba el PIN.',
  'This device has been revoked. Add it again to use it.':
    'Este dispositivo está revocado. Agréguelo de nuevo para usarlo.',
  'This center’s classroom PIN was already set or turned off. Leave the field blank. A manager can change the PIN under Settings.':
    'El PIN del aula de este centro ya se eligió o se desactivó. Deje el campo en blanco; la dirección puede cambiar el PIN en Ajustes.',
  'Choose a classroom PIN of 4 to 6 digits first.': 'Elija primero un PIN del aula de 4 a 6 dígitos.',
  'Enter a new name, or ask for a new key.': 'Escriba un nombre nuevo o pida una clave nueva.',
  'Never used': 'Sin uso',
  'In use now': 'En uso ahora',
  'Last used {ago}': 'Último uso: {ago}',
}
