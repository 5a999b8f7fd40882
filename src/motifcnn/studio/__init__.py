"""The studio: a page in the browser on which people find, design and try motifs.

`motifcnn.studio.serve.open_studio` starts it; `motifcnn.studio.app.make_app` is the application.
"""
