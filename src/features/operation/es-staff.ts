import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's staff pages. */
export const esStaff: Catalog = {
  'Starting soon': 'Empieza pronto',
  'Verified: restored and compared': 'Verificada: restaurada y comparada',
  'Verified: read in full': 'Verificada: leída por completo',
  'Not verified': 'Sin verificar',
  Starting: 'Empezando',
  'Verifying: {step}': 'Verificando: {step}',
  'in {time}': 'en {time}',
  Encrypted: 'Cifrada',
  'Not encrypted': 'Sin cifrar',
  System: 'Sistema',
  'Loading the system status': 'Cargando el estado del sistema',
  'The system status couldn’t be loaded.': 'No se pudo cargar el estado del sistema.',
  'Backing up': 'Haciendo copia',
  'Back up now': 'Hacer copia ahora',
  'every night': 'cada noche',
  'every {hours}': 'cada {hours}',
  Alarms: 'Alarmas',
  Backups: 'Copias de seguridad',
  'Backups are made {rhythm} and verified by restoring them. The newest backup of each of the last 7 days, 4 weeks and 6 months is kept in {folder}. Copy the backups to another machine as well.':
    'Las copias se hacen {rhythm} y se verifican restaurándolas. Las más nuevas de 7 días, 4 semanas y 6 meses se guardan en {folder}. Cópielas también en otra computadora.',
  'Every change in the last {days} is kept as well. “npm run restore -- --to 2026-11-23T10:15” restores the data as it was at that time.':
    'También se guarda cada cambio de los últimos {days}: “npm run restore -- --to 2026-11-23T10:15” recupera los datos de ese momento.',
  'You manage this database yourself. Back it up as usual, use “npm run backup”, or set BACKUP_DIR to have backups made here.':
    'Usted administra esta base de datos. Haga copias como siempre, use “npm run backup” o defina BACKUP_DIR para que se hagan aquí.',
  'Backups can be read only with the secret key for BACKUP_RECIPIENT, which isn’t on this machine. New backups are still verified by restoring them, but the monthly test of restoring to an earlier point in time is skipped. Run that test on the machine that has the key.':
    'Las copias solo se pueden leer con la clave secreta de BACKUP_RECIPIENT, que no está en esta máquina. Las copias nuevas se comprueban igualmente restaurándolas, pero no se ensaya cada mes la recuperación de un momento anterior. Haga esa prueba en la máquina que tiene la clave.',
  'New backups aren’t encrypted, so anyone who gets a copy can read it. Set BACKUP_KEY where the product is started, keep a copy of the key somewhere else, and restart.':
    'Las copias nuevas no están cifradas, así que cualquiera con una copia puede leerla. Defina BACKUP_KEY donde se inicia el producto, guarde la clave también en otro lugar y reinicie.',
  'No backups yet': 'Aún no hay copias',
  'The first one will be made within the hour, or now with the button above. Existing files in the folder will be listed then.':
    'La primera se hará en una hora, o ahora con el botón de arriba. Entonces se mostrarán los archivos que ya haya en la carpeta.',
  'Marked as seen.': 'Marcada como vista.',
  ', {times} since {moment}': ', {times} desde {moment}',
  'Mark as seen': 'Marcar como vista',
  'Data check': 'Comprobación de datos',
  'Not checked yet. The data is also checked each time a backup is verified.':
    'Aún sin comprobar. Los datos también se comprueban cada vez que se verifica una copia.',
  '{moment}, took {time}:': '{moment}, en {time}:',
  'no problems found.': 'sin problemas.',
  '{rules} broken.': 'sin cumplir: {rules}.',
  '{rows}, for example {examples}': '{rows}, por ejemplo {examples}',
  Storage: 'Almacenamiento',
  'Pictures and learning material files count toward the storage of the uploader’s center. A center that has used all of its storage can’t upload more. Answers and attendance are always saved.':
    'Las imágenes y los archivos de material cuentan para el centro de quien los sube. Un centro lleno no puede subir más. Las respuestas y la asistencia siempre se guardan.',
  'Loading storage': 'Cargando el almacenamiento',
  'Storage couldn’t be loaded.': 'No se pudo cargar el almacenamiento.',
  'Each center’s storage will be listed here.': 'Aquí aparecerá el almacenamiento de cada centro.',
  'Storage by center': 'Almacenamiento por centro',
  'Change quota for {id}': 'Cambiar la cuota de {id}',
  'Change quota': 'Cambiar cuota',
  '{used} of {quota}': '{used} de {quota}',
  'Quota changed.': 'Cuota cambiada.',
  'Enter a number of gigabytes, such as 5 or 0.5.': 'Escriba una cantidad de gigabytes, como 5 o 0.5.',
  'Storage for {id}': 'Almacenamiento de {id}',
  'Quota in GB': 'Cuota en GB',
  '{used} used. A quota below that deletes nothing, but blocks new uploads.':
    '{used} en uso. Una cuota menor que eso no borra nada, pero impide subir más.',
  Automatic: 'Automática',
  'Started here': 'Iniciada aquí',
  'Before an upgrade': 'Antes de una actualización',
  'Made by npm run backup': 'Hecha con npm run backup',
  'Found in the folder': 'Encontrada en la carpeta',
  'It was interrupted.': 'Se interrumpió.',
  Copying: 'Copiando',
  rules: 'regla|reglas',
  'No backup folder is set. Set BACKUP_DIR and restart, or use npm run backup.':
    'No hay carpeta de copias. Defina BACKUP_DIR y reinicie, o use npm run backup.',
  'A backup has just finished. Check it first.': 'Acaba de terminar una copia. Revísela primero.',
}
