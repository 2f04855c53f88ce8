import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's staff pages. */
export const esStaff: Catalog = {
  'erased a person automatically after the retention period':
    'borró a una persona automáticamente al vencer el plazo de conservación',
  'set the retention periods (in months): {former} for former students, {prospects} for prospects':
    'fijó los plazos de conservación: meses de antiguos estudiantes {former}, de interesados {prospects}',
  'opened all data about {name}': 'abrió todos los datos de {name}',
  'exported all data about {name}': 'exportó todos los datos de {name}',
  'printed a page about {whom}': 'imprimió una página sobre {whom}',
  'a child': 'un estudiante',
  'erased a person’s personal data': 'borró los datos personales de una persona',
  '{persons} erased.': 'Se borró a {persons}.',
  'Erase {name} permanently?': '¿Borrar a {name} para siempre?',
  'the stored data': 'los datos guardados',
  'This takes effect right away and can’t be undone. If an older backup is restored later, the data is erased again.':
    'Esto se aplica de inmediato y no se puede deshacer. Si más tarde se restaura una copia anterior, los datos se borran de nuevo.',
  'What will be erased': 'Qué se borrará',
  'Not settled under Billing: {names}. Settle these first, because afterward nobody can tell whose accounts they were.':
    'Sin saldar en Facturación: {names}. Sáldelo primero, porque después nadie podrá ver de quién era la cuenta.',
  'What we keep: statistics without names': 'Qué conservamos: estadísticas sin nombres',
  '{names} will also be erased because this is their only child here.':
    'También se borra a {names}, porque no tiene otros hijos aquí.',
  '{names} will also be erased because they have no other children here.':
    'También se borra a {names}, porque no tienen otros hijos aquí.',
  'Everything we keep': 'Todo lo que guardamos',
  'Erase…': 'Borrar…',
  'the retention settings': 'los plazos de conservación',
  'How long we keep data': 'Cuánto tiempo guardamos los datos',
  'We keep data about former students for {months} after their last class, and about prospects for {months2} after the last step taken or planned with them. Then we erase their names and everything about them, and keep only statistics. A parent is erased along with their last child.':
    'Guardamos a los antiguos estudiantes {months} después de su última clase y a los interesados {months2} después del último paso, pasado o planeado. Luego borramos sus nombres y todo sobre ellos, y conservamos solo estadísticas. Los padres se borran con su último hijo.',
  'We keep the history for 24 months, email for 90 days, and login records for 30 days after the session ends.':
    'Guardamos el historial 24 meses, el correo 90 días y los inicios de sesión 30 días después de que termina la sesión.',
  'To be erased within 30 days': 'Por borrar en 30 días',
  '{tonight} will be erased the night before {day}.': 'La noche antes del {day}: {tonight}.',
  'Nobody will be erased the night before {day}.': 'La noche antes del {day}: nadie.',
  'Anyone who becomes active again or joins a class is kept.':
    'Quien vuelva a estar activo o entre en una clase se conserva.',
  'No erasures coming up': 'No hay borrados próximos',
  'Names appear here 30 days before they are erased. Anyone who becomes active again or joins a class is kept.':
    'Los nombres aparecen aquí 30 días antes de borrarse. Quien vuelva a estar activo o entre en una clase se conserva.',
  Prospect: 'Interesado',
  'Former student': 'Antiguo estudiante',
  'Saved. {due} will be erased within 30 days.': 'Guardado. En 30 días se borrará: {due}.',
  'Saved. Nobody is due to be erased in the next 30 days.': 'Guardado. En 30 días no se borrará a nadie.',
  'Former students (months)': 'Antiguos estudiantes (meses)',
  'After the last class.': 'Después de la última clase.',
  'Prospects (months)': 'Interesados (meses)',
  'After the last step taken or planned.': 'Después del último paso, pasado o planeado.',
  'Anyone already past this limit will be erased permanently the night before {day}.':
    'Quien ya supere este límite se borrará para siempre la noche antes del {day}.',
  'former students': 'antiguo estudiante|antiguos estudiantes',
  'make-up credits': 'recuperación|recuperaciones',
  sessions: 'sesión|sesiones',
  awards: 'premio|premios',
  'attendance marks': 'registro de asistencia|registros de asistencia',
  pieces: 'trabajo|trabajos',
  'This is a parent of {child}. Erase the child or unlink the parent first.':
    'Es padre o madre de {child}. Borre primero al estudiante o desvincule a esta persona.',
  'Type the name exactly like this: {whom}.': 'Escriba el nombre exactamente así: {whom}.',
  'The name, the picture, the email address, the user name, the password and all phone numbers':
    'El nombre, la imagen, el correo, el nombre de usuario, la contraseña y todos los teléfonos',
  '{sessions} (anyone logged in is logged out)': '{sessions} (se cierra la sesión de quien esté conectado)',
  '{tests} on paper': '{tests} en papel',
  'Text and drawings in {answers}, and the comments':
    'El texto y los dibujos de {answers}, y los comentarios',
  'Text and recipients of {emails}': 'El texto y los destinatarios de {emails}',
  'Personal details in {lines} of the history': 'Los detalles sobre la persona en {lines} del historial',
  '{places} in classes, starting tomorrow': '{places} en clases, desde mañana',
  '{attendances}, without notes': '{attendances}, sin notas',
  '{pieces} of work with scores, without answers': '{pieces} con puntajes, sin respuestas',
  '{places} in classes until today': '{places} en clases hasta hoy',
  'The fact that something was changed, when and by whom': 'Que algo se cambió, cuándo y por quién',
  'must be at least 1 month': 'debe ser al menos 1 mes',
  'must be at most 120 months': 'debe ser como máximo 120 meses',
}
