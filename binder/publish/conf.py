"""What Sphinx is told of the site; website.py brings the pages, and the files that are made of the pictures."""

project = html_title = "One Row at a Time"
language = "en"
extensions = ["myst_nb", "sphinx.ext.githubpages"]
nb_execution_mode = "off"
nb_ipywidgets_js = {}  # which would come from elsewhere
myst_heading_anchors = 3
myst_heading_slug_func = "website.anchor"

html_theme = "furo"
templates_path = ["templates"]
html_static_path = ["static"]
html_css_files = ["without_kernel.css", "website.css"]
html_js_files = [("without_kernel.js", {"defer": "defer"}), ("website.js", {"defer": "defer"})]
html_favicon = "static/row.svg"
html_use_index = False
html_show_search_summary = False  # which would load every page found, to quote it
html_copy_source = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#1B6CB0",
        "color-brand-content": "#1B6CB0",
        "color-brand-visited": "#64107A",
    },
    "dark_css_variables": {
        "color-background-primary": "#111111",
        "color-brand-primary": "#5BA8E8",
        "color-brand-content": "#5BA8E8",
        "color-brand-visited": "#D49BC0",
    },
    "top_of_page_buttons": [],
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
