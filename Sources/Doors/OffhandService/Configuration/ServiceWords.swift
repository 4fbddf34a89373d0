import OffhandPlatform

/// What the service says to visitors and staff: in a language, with words of the configuration in place of its own.
package struct ServiceWords: Sendable, Hashable {
  /// The language; `nil` for that of the locale.
  package var language: Language?
  /// What `[text]` has.
  var own: [Phrase: String] = [:]

  package init(_ language: Language? = nil) { self.language = language }

  subscript(phrase: Phrase) -> String { own[phrase] ?? phrase.text(in: language ?? .ofEnvironment) }

  /// The words of `phrase` with `value` in place of the braces.
  func text(_ phrase: Phrase, _ value: String) -> String {
    self[phrase].split(separator: "{}", omittingEmptySubsequences: false).joined(separator: value)
  }
}

/// A language of the service, by its code.
package enum Language: String, Sendable, Hashable, CaseIterable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case italian = "it"
  case dutch = "nl"

  /// The language of a locale, such as `de_AT.UTF-8`; English if none of them is.
  package init(locale: String) {
    self = locale.split(separator: ":").lazy.compactMap { Language(rawValue: String($0.prefix(2))) }.first ?? .english
  }

  /// That of the environment, as programs find it.
  static let ofEnvironment = Language(
    locale: ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { Environment[$0] }.first { !$0.isEmpty }
      ?? "")
}

/// Something that visitors or staff read, by its key in `[text]`.
package enum Phrase: String, Sendable, Hashable, CaseIterable {
  /// On the curtain for cleaning, and how it ends.
  case curtain, unlock
  /// In a warning, and what to do.
  case idle, hint
  /// On the pad of numbers: what is wanted, and why there is no menu.
  case pin, wrong, wait
  /// Above a row that asks, and the row that does nothing.
  case confirm, cancel
  /// Rows of menus that have no label.
  case clean, home, off

  /// The words of a language.
  func text(in language: Language) -> String {
    texts.split(separator: "|")[Language.allCases.firstIndex(of: language) ?? 0].description
  }

  /// In the order of the languages.
  private var texts: String {
    switch self {
    case .curtain:
      """
      Screen locked for cleaning|Zum Reinigen gesperrt|Écran verrouillé pour le nettoyage|Pantalla bloqueada para limpieza|\
      Schermo bloccato per la pulizia|Scherm vergrendeld voor schoonmaak
      """
    case .unlock:
      """
      Rest a finger for {} to unlock|Zum Entsperren {} lang einen Finger auflegen|Posez un doigt {} pour déverrouiller|\
      Apoye un dedo {} para desbloquear|Tieni fermo un dito per {} per sbloccare|Houd een vinger {} stil om te ontgrendelen
      """
    case .idle: "Still there?|Noch da?|Toujours là ?|¿Sigue ahí?|Ci sei ancora?|Bent u er nog?"
    case .hint:
      """
      Touch to continue|Zum Fortfahren berühren|Touchez pour continuer|Toque para continuar|Tocca per continuare|\
      Raak aan om door te gaan
      """
    case .pin: "PIN for staff|PIN für Personal|Code du personnel|PIN del personal|PIN del personale|Pincode personeel"
    case .wrong: "Wrong PIN|Falsche PIN|Code incorrect|PIN incorrecto|PIN errato|Onjuiste pincode"
    case .wait: "Wait {}|Noch {} warten|Attendez {}|Espere {}|Attendi {}|Wacht {}"
    case .confirm: "Are you sure?|Wirklich?|Confirmer ?|¿Está seguro?|Confermi?|Weet u het zeker?"
    case .cancel: "Cancel|Abbrechen|Annuler|Cancelar|Annulla|Annuleren"
    case .clean:
      """
      Clean the screen|Bildschirm reinigen|Nettoyer l’écran|Limpiar la pantalla|Pulisci lo schermo|Scherm schoonmaken
      """
    case .home:
      """
      Back to the first page|Zurück zur ersten Seite|Retour à la première page|Volver a la primera página|\
      Torna alla prima pagina|Terug naar de eerste pagina
      """
    case .off: "Switch off|Ausschalten|Éteindre|Apagar|Spegni|Uitschakelen"
    }
  }
}
