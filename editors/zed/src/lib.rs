//! Tells Zed how to start `augur lsp`: by the path in the settings, or from the `PATH`.

use zed_extension_api::{self as zed, settings::LspSettings, Command, LanguageServerId, Result, Worktree};

struct Augur;

impl zed::Extension for Augur {
    fn new() -> Self {
        Augur
    }

    fn language_server_command(&mut self, _id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let set = LspSettings::for_worktree("augur", worktree)?.binary;
        let path = set.as_ref().and_then(|b| b.path.clone()).or_else(|| worktree.which("augur")).ok_or(
            "No augur program was found. Put it on the PATH, or set lsp.augur.binary.path.",
        )?;
        let args = set.and_then(|b| b.arguments).unwrap_or_else(|| vec!["lsp".into()]);
        Ok(Command { command: path, args, env: worktree.shell_env() })
    }

    fn language_server_initialization_options(
        &mut self,
        _id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        Ok(LspSettings::for_worktree("augur", worktree)?.initialization_options)
    }
}

zed::register_extension!(Augur);
