/*
 * The styles of index.html's shell, so that they come with it and not with the code of its parts: the frame, the
 * form, and what Mantine's buttons and skeletons need.
 */
import './ui/styles.ts';
import './ui/IconButton.module.css';
import './ui/Kbd.module.css';
import './ui/KilnCharacter.module.css';
import './ui/KilnLogo.module.css';
import './ui/ToastRegion.module.css';
import './ui/VisuallyHidden.module.css';
import './ui/theme.module.css';
import './features/shell/AppShell.module.css';
import './features/shell/BottomMenu.module.css';
import './features/shell/TopBar.module.css';
import './features/home/ExampleWall.module.css';
import './features/home/PromptHero.module.css';
import './ui/AspectPicture.module.css';
import './ui/Page.module.css';
import './features/playground/Composer.module.css';
import './features/playground/GenerateBar.module.css';
import './features/playground/PlaygroundPage.module.css';
import './features/playground/PromptField.module.css';
import './features/playground/Workbench.module.css';
import './features/playground/shell/prompt-shell.css';
